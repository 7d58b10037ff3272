/** Computes the principal directions, sorted by variance: the eigenvectors of the covariance, by Jacobi rotations. */
export function principalDirections(
  vectors: readonly Float64Array[],
  dimensions: number,
): { readonly mean: Float64Array; readonly directions: readonly Float64Array[] } {
  const mean = new Float64Array(dimensions);
  for (const vector of vectors)
    for (let at = 0; at < dimensions; at++)
      mean[at] = valueAt(mean, at) + valueAt(vector, at) / vectors.length;
  const matrix = covariance(vectors, mean);
  const directions = Array.from({ length: dimensions }, (_, row) =>
    Float64Array.from({ length: dimensions }, (_value, column) => (row === column ? 1 : 0)),
  );
  for (let sweep = 0; sweep < 30 && offDiagonal(matrix) > 1e-18; sweep++)
    for (let one = 0; one < dimensions; one++)
      for (let other = one + 1; other < dimensions; other++) rotate(matrix, directions, one, other);
  const spread = matrix.map((row, at) => valueAt(row, at));
  const order = [...spread.keys()].sort((left, right) => (spread[right] ?? 0) - (spread[left] ?? 0));
  return { mean, directions: order.map((at) => rowOf(directions, at)) };
}

function covariance(vectors: readonly Float64Array[], mean: Float64Array): Float64Array[] {
  const matrix = Array.from(mean, () => new Float64Array(mean.length));
  for (const vector of vectors) {
    const centred = vector.map((value, at) => value - valueAt(mean, at));
    for (const [row, sums] of matrix.entries()) {
      const factor = valueAt(centred, row);
      for (let column = row; column < sums.length; column++)
        sums[column] = valueAt(sums, column) + (factor * valueAt(centred, column)) / vectors.length;
    }
  }
  for (const [row, sums] of matrix.entries())
    for (let column = 0; column < row; column++) sums[column] = valueAt(rowOf(matrix, column), row);
  return matrix;
}

/** Rotates two axes so that their covariance becomes 0. */
function rotate(matrix: Float64Array[], directions: Float64Array[], one: number, other: number): void {
  const [first, second] = [rowOf(matrix, one), rowOf(matrix, other)];
  const covarianceOfBoth = valueAt(first, other);
  if (covarianceOfBoth === 0) return;
  const ratio = (valueAt(second, other) - valueAt(first, one)) / (2 * covarianceOfBoth);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  rotateRows(first, second, cosine, sine);
  for (const row of matrix) {
    const [left, right] = [valueAt(row, one), valueAt(row, other)];
    row[one] = cosine * left - sine * right;
    row[other] = sine * left + cosine * right;
  }
  rotateRows(rowOf(directions, one), rowOf(directions, other), cosine, sine);
}

function rotateRows(first: Float64Array, second: Float64Array, cosine: number, sine: number): void {
  for (let at = 0; at < first.length; at++) {
    const [left, right] = [valueAt(first, at), valueAt(second, at)];
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

function valueAt(values: Float64Array, at: number): number {
  return values[at] ?? 0;
}

function rowOf(matrix: readonly Float64Array[], at: number): Float64Array {
  return matrix[at] ?? new Float64Array(0);
}
