import {
  GraphQLError,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  OperationTypeNode,
  typeFromAST,
  TypeNameMetaFieldDef,
} from 'graphql';

/** Enumerations with more values than this (countries, currencies, languages) become strings: pages pass such values unchecked. */
const VALUES_SPELLED_OUT = 60;

const NUMBERS = ['Int', 'Float'];

/** @param {string} name */
function scalar(name) {
  if (NUMBERS.includes(name)) return 'number';
  return name === 'Boolean' ? 'boolean' : 'string';
}

/**
 * Adds the lists and nulls of a type to the text of its named type.
 * @param {import('graphql').GraphQLType} type
 * @param {(named: import('graphql').GraphQLNamedType) => string} named
 * @returns {string}
 */
function wrapped(type, named) {
  if (!isNonNullType(type)) return `${wrappedNonNull(type, named)} | null`;
  return wrappedNonNull(getNullableType(type), named);
}

/**
 * @param {import('graphql').GraphQLNullableType} type
 * @param {(named: import('graphql').GraphQLNamedType) => string} named
 */
const wrappedNonNull = (type, named) =>
  isListType(type) ? `readonly (${wrapped(type.ofType, named)})[]` : `(${named(getNamedType(type))})`;

/**
 * Writes TypeScript types for validated documents of one schema. Each fragment and input object becomes one named type.
 */
export class TypeWriter {
  /** @type {Map<string, string>} */
  #declarations = new Map();

  /** @param {import('graphql').GraphQLSchema} schema */
  constructor(schema) {
    this.schema = schema;
  }

  /** The declared types, by name. */
  get declarations() {
    return this.#declarations;
  }

  /**
   * Writes the type of an operation: its name, its variables and the result of its one root field, which has the same name.
   * @param {string} typeName
   * @param {import('graphql').DocumentNode} document
   */
  addDocument(typeName, document) {
    const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    if (operation?.name === undefined || operations.length > 1)
      throw new GraphQLError(`${typeName}: expected one operation with a name`);
    const fragments = new Map(
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((each) => [each.name.value, each]),
    );
    const root = this.schema.getRootType(operation.operation);
    if (!root) throw new GraphQLError(`${typeName}: the schema has no ${operation.operation}`);
    const name = operation.name.value;
    const fields = this.#fieldsOf(root, operation.selectionSet, fragments);
    const field = fields.get(name);
    // A mutation is null only in an answer with errors, and clients throw for those.
    const answer =
      operation.operation === OperationTypeNode.MUTATION ? field?.replace(/ \| null$/, '') : field;
    if (fields.size !== 1 || answer === undefined)
      throw new GraphQLError(`${typeName}: expected one root field called ${name}`);
    const members = { name: `'${name}'`, variables: this.#variables(operation), answer };
    const texts = Object.entries(members).map(([key, text]) => `readonly ${key}: ${text};`);
    this.#declare(typeName, `{ ${texts.join(' ')} }`);
  }

  /** @param {string} name @param {string} text */
  #declare(name, text) {
    const known = this.#declarations.get(name);
    if (known !== undefined && known !== text) throw new GraphQLError(`${name} has two meanings`);
    this.#declarations.set(name, text);
  }

  /** @param {import('graphql').OperationDefinitionNode} operation */
  #variables({ variableDefinitions = [] }) {
    const members = variableDefinitions.map(({ variable, type, defaultValue }) => {
      const declared = typeFromAST(this.schema, /** @type {import('graphql').NamedTypeNode} */ (type));
      if (!declared) throw new GraphQLError(`The schema does not define the type of $${variable.name.value}`);
      const optional = isNonNullType(declared) && defaultValue === undefined ? '' : '?';
      return `readonly ${variable.name.value}${optional}: ${wrapped(declared, this.#input)};`;
    });
    return `{ ${members.join(' ')} }`;
  }

  /** @param {import('graphql').GraphQLEnumType} type */
  #enumeration(type) {
    const values = type.getValues();
    if (values.length > VALUES_SPELLED_OUT) return 'string';
    this.#declare(type.name, values.map(({ name }) => `'${name}'`).join(' | '));
    return type.name;
  }

  /** @type {(type: import('graphql').GraphQLNamedType) => string} */
  #input = (type) => {
    if (isEnumType(type)) return this.#enumeration(type);
    if (!isInputObjectType(type)) return scalar(type.name);
    if (!this.#declarations.has(type.name)) {
      // Registered before its fields are written, because it may contain itself.
      this.#declarations.set(type.name, '');
      const members = Object.values(type.getFields()).map((field) => {
        const optional = isRequiredInputField(field) ? '' : '?';
        return `readonly ${field.name}${optional}: ${wrapped(field.type, this.#input)};`;
      });
      this.#declarations.set(type.name, `{ ${members.join(' ')} }`);
    }
    return type.name;
  };

  /**
   * The text of a selection's type: one object, or a union if the selection differs between the possible types.
   * @param {import('graphql').GraphQLNamedType} type
   * @param {import('graphql').SelectionSetNode} selectionSet
   * @param {ReadonlyMap<string, import('graphql').FragmentDefinitionNode>} fragments
   */
  #selection(type, selectionSet, fragments) {
    const single = this.#singleFragment(type, selectionSet, fragments);
    if (single !== null) return single;
    /** @type {Map<string, { names: string[], key: string | undefined }>} */
    const variants = new Map();
    for (const possible of this.#possible(type)) {
      const fields = this.#fieldsOf(possible, selectionSet, fragments);
      const key = [...fields].find(([, text]) => text === TYPENAME)?.[0];
      if (key !== undefined) fields.delete(key);
      const text = [...fields].map(([name, value]) => `readonly ${name}: ${value};`).join(' ');
      const variant = variants.get(text) ?? { names: [], key };
      variants.set(text, { ...variant, names: [...variant.names, `'${possible.name}'`] });
    }
    return [...variants]
      .map(([text, { names, key }]) =>
        key === undefined ? `{ ${text} }` : `{ readonly ${key}: ${names.join(' | ')}; ${text} }`,
      )
      .join(' | ');
  }

  /**
   * The name of the fragment if the selection consists of this fragment alone and it is on the same type; otherwise null.
   * @param {import('graphql').GraphQLNamedType} type
   * @param {import('graphql').SelectionSetNode} selectionSet
   * @param {ReadonlyMap<string, import('graphql').FragmentDefinitionNode>} fragments
   */
  #singleFragment(type, { selections }, fragments) {
    const [only] = selections;
    if (selections.length !== 1 || only?.kind !== Kind.FRAGMENT_SPREAD) return null;
    const fragment = fragments.get(only.name.value);
    if (fragment?.typeCondition.name.value !== type.name || !isObjectType(type)) return null;
    const name = `${only.name.value}Fragment`;
    this.#declare(name, this.#selection(type, fragment.selectionSet, fragments));
    return name;
  }

  /** @param {import('graphql').GraphQLNamedType} type @returns {readonly import('graphql').GraphQLObjectType[]} */
  #possible(type) {
    if (isAbstractType(type)) return this.schema.getPossibleTypes(type);
    return isObjectType(type) ? [type] : [];
  }

  /**
   * The selected fields of an object type: response keys and the texts of their types. Deferred fields count as present.
   * @param {import('graphql').GraphQLObjectType} type
   * @param {import('graphql').SelectionSetNode} selectionSet
   * @param {ReadonlyMap<string, import('graphql').FragmentDefinitionNode>} fragments
   * @returns {Map<string, string>}
   */
  #fieldsOf(type, selectionSet, fragments) {
    /** @type {Map<string, import('graphql').FieldNode[]>} */
    const selected = new Map();
    this.#collect(type, selectionSet, fragments, selected);
    return new Map([...selected].map(([key, nodes]) => [key, this.#field(type, nodes, fragments)]));
  }

  /**
   * @param {import('graphql').GraphQLObjectType} type
   * @param {import('graphql').SelectionSetNode} selectionSet
   * @param {ReadonlyMap<string, import('graphql').FragmentDefinitionNode>} fragments
   * @param {Map<string, import('graphql').FieldNode[]>} selected
   */
  #collect(type, { selections }, fragments, selected) {
    for (const selection of selections) {
      const conditional = selection.directives?.find(({ name }) => name.value !== 'defer');
      if (conditional)
        throw new GraphQLError(`@${conditional.name.value} is not known to the generator`, {
          nodes: conditional,
        });
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        selected.set(key, [...(selected.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (fragment && this.#applies(fragment.typeCondition?.name.value, type))
        this.#collect(type, fragment.selectionSet, fragments, selected);
    }
  }

  /** @param {string | undefined} condition @param {import('graphql').GraphQLObjectType} type */
  #applies(condition, type) {
    const named = condition === undefined ? type : this.schema.getType(condition);
    return named === type || (isAbstractType(named) && this.schema.isSubType(named, type));
  }

  /**
   * @param {import('graphql').GraphQLObjectType} type
   * @param {readonly import('graphql').FieldNode[]} nodes all that select the field
   * @param {ReadonlyMap<string, import('graphql').FragmentDefinitionNode>} fragments
   */
  #field(type, nodes, fragments) {
    const name = nodes[0]?.name.value ?? '';
    if (name === TypeNameMetaFieldDef.name) return TYPENAME;
    const field = type.getFields()[name];
    if (!field) throw new GraphQLError(`${type.name} has no field ${name}`);
    return wrapped(field.type, (named) => {
      if (isEnumType(named)) return this.#enumeration(named);
      const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
      if (selections.length === 0) return scalar(named.name);
      return this.#selection(named, { kind: Kind.SELECTION_SET, selections }, fragments);
    });
  }
}

/** A placeholder for `__typename` until the types of a variant are known. */
const TYPENAME = '__typename';
