/** The directions in which vectors differ, the greatest differences first: the eigenvectors of their covariance, by Jacobi's rotations. */
export function principalDirections(
  vectors: readonly Float64Array[],
  dimensions: number,
): { readonly mean: Float64Array; readonly directions: readonly Float64Array[] } {
  const mean = new Float64Array(dimensions);
  for (const vector of vectors)
    for (let at = 0; at < dimensions; at++) mean[at] = at_(mean, at) + at_(vector, at) / vectors.length;
  const matrix = covariance(vectors, mean);
  const directions = Array.from({ length: dimensions }, (_, row) =>
    Float64Array.from({ length: dimensions }, (_value, column) => (row === column ? 1 : 0)),
  );
  for (let sweep = 0; sweep < 30 && offDiagonal(matrix) > 1e-18; sweep++)
    for (let one = 0; one < dimensions; one++)
      for (let other = one + 1; other < dimensions; other++) rotate(matrix, directions, one, other);
  const spread = matrix.map((row, at) => at_(row, at));
  const order = [...spread.keys()].sort((left, right) => (spread[right] ?? 0) - (spread[left] ?? 0));
  return { mean, directions: order.map((at) => rowOf(directions, at)) };
}

function covariance(vectors: readonly Float64Array[], mean: Float64Array): Float64Array[] {
  const matrix = Array.from(mean, () => new Float64Array(mean.length));
  for (const vector of vectors) {
    const centred = vector.map((value, at) => value - at_(mean, at));
    for (const [row, sums] of matrix.entries()) {
      const factor = at_(centred, row);
      for (let column = row; column < sums.length; column++)
        sums[column] = at_(sums, column) + (factor * at_(centred, column)) / vectors.length;
    }
  }
  for (const [row, sums] of matrix.entries())
    for (let column = 0; column < row; column++) sums[column] = at_(rowOf(matrix, column), row);
  return matrix;
}

/** Turns two axes so that they no longer go together. */
function rotate(matrix: Float64Array[], directions: Float64Array[], one: number, other: number): void {
  const [first, second] = [rowOf(matrix, one), rowOf(matrix, other)];
  const together = at_(first, other);
  if (together === 0) return;
  const ratio = (at_(second, other) - at_(first, one)) / (2 * together);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  turn(first, second, cosine, sine);
  for (const row of matrix) {
    const [left, right] = [at_(row, one), at_(row, other)];
    row[one] = cosine * left - sine * right;
    row[other] = sine * left + cosine * right;
  }
  turn(rowOf(directions, one), rowOf(directions, other), cosine, sine);
}

function turn(first: Float64Array, second: Float64Array, cosine: number, sine: number): void {
  for (let at = 0; at < first.length; at++) {
    const [left, right] = [at_(first, at), at_(second, at)];
    first[at] = cosine * left - sine * right;
    second[at] = sine * left + cosine * right;
  }
}

function offDiagonal(matrix: readonly Float64Array[]): number {
  let sum = 0;
  for (const [row, values] of matrix.entries())
    for (const [column, value] of values.entries()) if (row !== column) sum += value * value;
  return sum;
}

function at_(values: Float64Array, at: number): number {
  return values[at] ?? 0;
}

function rowOf(matrix: readonly Float64Array[], at: number): Float64Array {
  return matrix[at] ?? new Float64Array(0);
}
