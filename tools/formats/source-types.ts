/** Reads type declarations from source files: their texts for schemas/types.d.ts, and their comments for JSON Schemas. */
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

/** Types of TypeScript itself. */
const BUILT_IN = new Set(['Readonly', 'Partial', 'Record', 'const']);

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.VariableDeclaration;

export class SourceTypes {
  private readonly declarations = new Map<string, Declaration>();

  constructor(root: string, files: readonly string[]) {
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
        const found: readonly Declaration[] = ts.isVariableStatement(statement)
          ? statement.declarationList.declarations
          : ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
            ? [statement]
            : [];
        for (const declaration of found) this.declarations.set(declaration.name.getText(), declaration);
      }
    }
  }

  /** Writes the named types and everything that they use as declarations. The named ones are exported. */
  declare(names: readonly string[]): string {
    const all = new Set(names);
    // A set also visits what is added during the loop.
    for (const name of all) for (const used of usedNames(this.find(name))) all.add(used);
    return [...all].map((name) => formatDeclaration(this.find(name), names.includes(name))).join('\n\n');
  }

  /** Adds the comments of the type and its properties to a JSON Schema as descriptions. */
  describe(schema: JsonSchema, name: string): JsonSchema {
    const declaration = this.find(name);
    if (ts.isVariableDeclaration(declaration)) {
      const described = declaration.initializer ? this.describeZod(schema, declaration.initializer) : schema;
      return { ...described, ...descriptionOf(declaration) };
    }
    const members = ts.isInterfaceDeclaration(declaration)
      ? declaration.members
      : ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)
        ? declaration.type.members
        : [];
    return { ...this.describeMembers(schema, members), ...descriptionOf(declaration) };
  }

  private describeMembers(schema: JsonSchema, members: readonly ts.TypeElement[]): JsonSchema {
    const { properties } = schema;
    if (!properties) return schema;
    const described = { ...properties };
    for (const member of members) {
      const name = member.name?.getText() ?? '';
      const part = properties[name];
      if (!part || !ts.isPropertySignature(member)) continue;
      described[name] = { ...this.describeType(part, member.type), ...descriptionOf(member) };
    }
    return { ...schema, properties: described };
  }

  private describeType(schema: JsonSchema, type: ts.TypeNode | undefined): JsonSchema {
    if (!type) return schema;
    if (ts.isTypeLiteralNode(type)) return this.describeMembers(schema, type.members);
    if (ts.isArrayTypeNode(type) && schema.items && !Array.isArray(schema.items))
      return { ...schema, items: this.describeType(schema.items as JsonSchema, type.elementType) };
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type))
      return this.describeType(schema, type.type);
    if (ts.isUnionTypeNode(type)) return this.describeType(schema, type.types[0]);
    if (!ts.isTypeReferenceNode(type)) return schema;
    const name = type.typeName.getText();
    if (name === 'Readonly') return this.describeType(schema, type.typeArguments?.[0]);
    if (name === 'Record' && typeof schema.additionalProperties === 'object') {
      const values = this.describeType(schema.additionalProperties, type.typeArguments?.[1]);
      return { ...schema, additionalProperties: values };
    }
    return BUILT_IN.has(name) ? schema : this.describe(schema, name);
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
      const declaration = this.find(field.expression.getText());
      const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
      return value && ts.isObjectLiteralExpression(value) ? this.fieldsOf(value) : [];
    });
  }

  private find(name: string): Declaration {
    const declaration = this.declarations.get(name);
    if (!declaration)
      throw new Error(`The type ${name} is in none of the files that the formats are read from.`);
    return declaration;
  }
}

/** The names of the declarations that a declaration uses. */
function usedNames(declaration: Declaration): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName.getText());
    if (ts.isTypeQueryNode(node)) names.push(node.exprName.getText());
    if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  if (!ts.isVariableDeclaration(declaration)) visit(declaration);
  return names.filter((name) => !BUILT_IN.has(name));
}

function formatDeclaration(declaration: Declaration, isExported: boolean): string {
  if (ts.isVariableDeclaration(declaration)) return formatConstant(declaration);
  const text = declaration.getText().replace(/^export /, '');
  const comment = commentOf(declaration);
  return `${comment ? `${comment}\n` : ''}${isExported ? 'export ' : ''}${text}`;
}

/** Such as a list of names that a type is derived from. */
function formatConstant({ name, initializer }: ts.VariableDeclaration): string {
  const value = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
  if (value && ts.isArrayLiteralExpression(value)) {
    const items = value.elements.map((element) => element.getText());
    return `declare const ${name.getText()}: readonly [${items.join(', ')}];`;
  }
  return `declare const ${name.getText()} = ${value?.getText() ?? 'undefined'};`;
}

function commentOf(declaration: ts.Node): string {
  return ts.getJSDocCommentsAndTags(declaration).at(-1)?.getText() ?? '';
}

function descriptionOf(node: ts.Node): { readonly description?: string } {
  const comment = ts.getJSDocCommentsAndTags(node).at(-1);
  const description = comment && 'comment' in comment ? ts.getTextOfJSDocComment(comment.comment) : undefined;
  return description === undefined ? {} : { description };
}
