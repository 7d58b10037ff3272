/** Reads the comments of zod schemas from source files, as descriptions for JSON Schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A part of a JSON Schema. */
export interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly [key: string]: unknown;
}

export class SourceComments {
  private readonly declarations = new Map<string, ts.VariableDeclaration>();

  constructor(root: string, files: readonly string[]) {
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
        if (!ts.isVariableStatement(statement)) continue;
        for (const declaration of statement.declarationList.declarations)
          this.declarations.set(declaration.name.getText(), declaration);
      }
    }
  }

  /** Adds the comments of a zod schema and its fields to its JSON Schema as descriptions. `name` is that of its constant. */
  describe(schema: JsonSchema, name: string): JsonSchema {
    const declaration = this.find(name);
    const described = declaration.initializer ? this.describeZod(schema, declaration.initializer) : schema;
    return { ...described, ...descriptionOf(declaration) };
  }

  /** `expression` creates the zod schema of a JSON Schema. */
  private describeZod(schema: JsonSchema, expression: ts.Expression): JsonSchema {
    if (ts.isIdentifier(expression)) {
      const isDeclared = this.declarations.has(expression.text);
      return isDeclared ? this.describe(schema, expression.text) : schema;
    }
    if (!ts.isCallExpression(expression)) return schema;
    const [first, second] = expression.arguments;
    const { properties, items, additionalProperties: values } = schema;
    if (first && ts.isObjectLiteralExpression(first) && properties) {
      const described = this.fieldsOf(first).map((field): readonly [string, JsonSchema] => {
        const name = field.name.getText();
        const value = ts.isPropertyAssignment(field) ? field.initializer : field.name;
        const part = this.describeZod(properties[name] ?? {}, value as ts.Expression);
        return [name, { ...part, ...descriptionOf(field) }];
      });
      return { ...schema, properties: Object.fromEntries(described) };
    }
    if (first && ts.isArrayLiteralExpression(first) && schema['anyOf']) {
      const choices = schema['anyOf'] as readonly JsonSchema[];
      const described = first.elements.map((choice, at) => this.describeZod(choices[at] ?? {}, choice));
      return { ...schema, anyOf: described };
    }
    if (first && items) return { ...schema, items: this.describeZod(items as JsonSchema, first) };
    if (second && typeof values === 'object')
      return { ...schema, additionalProperties: this.describeZod(values, second) };
    return first ? this.describeZod(schema, first) : schema;
  }

  /** The fields of an object, including those of the constants that it spreads. */
  private fieldsOf({
    properties,
  }: ts.ObjectLiteralExpression): readonly Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>[] {
    return properties.flatMap((field) => {
      if (!ts.isSpreadAssignment(field)) return [field];
      const value = this.find(field.expression.getText()).initializer;
      return value && ts.isObjectLiteralExpression(value) ? this.fieldsOf(value) : [];
    });
  }

  private find(name: string): ts.VariableDeclaration {
    const declaration = this.declarations.get(name);
    if (!declaration)
      throw new Error(`The constant ${name} is in none of the files that the formats are read from.`);
    return declaration;
  }
}

function descriptionOf(node: ts.Node): { readonly description?: string } {
  const comment = ts.getJSDocCommentsAndTags(node).at(-1);
  const description = comment && 'comment' in comment ? ts.getTextOfJSDocComment(comment.comment) : undefined;
  return description === undefined ? {} : { description };
}
