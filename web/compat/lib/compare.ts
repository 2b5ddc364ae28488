import { specifiedDirectives, type IntrospectionQuery } from 'graphql';

/** How a schema differs from the public one. Every entry names a place: `Type`, `Type.field`, `Type.field(argument)`. */
export interface Comparison {
  /** Places where a client written for the public schema would break. */
  readonly clashes: readonly string[];
  /** What only our schema has. */
  readonly additions: readonly string[];
  /** What our schema lacks in types that both schemas have. */
  readonly absent: readonly string[];
}

/** A type as introspection writes it: a name, perhaps wrapped. */
interface TypeRef {
  readonly kind: string;
  readonly name?: string;
  readonly ofType?: TypeRef | null;
}

interface NamedEntry {
  readonly name: string;
}

/** An argument, or a field of an input object: a value that clients send. */
interface InputValue extends NamedEntry {
  readonly type: TypeRef;
  readonly defaultValue?: string | null | undefined;
}

interface Field extends NamedEntry {
  readonly type: TypeRef;
  readonly args: readonly InputValue[];
}

/** A type of any kind. Members that its kind does not have are missing or null. */
interface TypeDescription extends NamedEntry {
  readonly kind: string;
  readonly fields?: readonly Field[] | null;
  readonly inputFields?: readonly InputValue[] | null;
  readonly interfaces?: readonly NamedEntry[] | null;
  readonly enumValues?: readonly NamedEntry[] | null;
  readonly possibleTypes?: readonly NamedEntry[] | null;
}

interface DirectiveDescription extends NamedEntry {
  readonly locations: readonly string[];
  readonly args: readonly InputValue[];
}

interface SchemaDescription {
  readonly types: readonly TypeDescription[];
  readonly directives: readonly DirectiveDescription[];
}

/** The type as SDL writes it. */
function written(type: TypeRef): string {
  if (!type.ofType) return type.name ?? '';
  const inner = written(type.ofType);
  return type.kind === 'LIST' ? `[${inner}]` : `${inner}!`;
}

/** Whether a client that expects `wide` accepts `narrow`: the same type, or a non-null one instead of a nullable one. */
function fits(narrow: TypeRef, wide: TypeRef): boolean {
  if (wide.kind === 'NON_NULL' && narrow.kind !== 'NON_NULL') return false;
  if (narrow.kind === 'NON_NULL' && narrow.ofType)
    return fits(narrow.ofType, wide.kind === 'NON_NULL' && wide.ofType ? wide.ofType : wide);
  if (wide.ofType && narrow.ofType) return fits(narrow.ofType, wide.ofType);
  return written(narrow) === written(wide);
}

const names = (list: readonly NamedEntry[] | null | undefined): string[] =>
  (list ?? []).map(({ name }) => name);

const named = <T extends NamedEntry>(list: readonly T[] | null | undefined, name: string): T | undefined =>
  list?.find((entry) => entry.name === name);

class Comparer {
  readonly clashes: string[] = [];
  readonly additions: string[] = [];
  readonly absent: string[] = [];

  compare(ours: SchemaDescription, theirs: SchemaDescription): void {
    for (const type of ours.types) {
      if (type.name.startsWith('__')) continue;
      const other = named(theirs.types, type.name);
      if (other) this.type(type, other);
      else this.additions.push(type.name);
    }
    for (const directive of ours.directives) {
      if (named(specifiedDirectives, directive.name)) continue;
      const other = named(theirs.directives, directive.name);
      if (other) this.directive(directive, other);
      else this.additions.push(`@${directive.name}`);
    }
  }

  private directive(ours: DirectiveDescription, theirs: DirectiveDescription): void {
    const place = `@${ours.name}`;
    this.members((location) => `${place} on ${location}`, ours.locations, theirs.locations);
    this.writables((argument) => `${place}(${argument})`, ours.args, theirs.args);
  }

  private type(ours: TypeDescription, theirs: TypeDescription): void {
    const { name, kind } = ours;
    if (kind !== theirs.kind) {
      this.clashes.push(`${name} is another kind of type`);
      return;
    }
    const member = (each: string): string => `${name}.${each}`;
    this.members((each) => `${name} implements ${each}`, names(ours.interfaces), names(theirs.interfaces));
    this.members(member, names(ours.enumValues), names(theirs.enumValues));
    // The interfaces of the implementing types already give an interface's possible types.
    if (kind === 'UNION')
      this.members((each) => `${name} = ${each}`, names(ours.possibleTypes), names(theirs.possibleTypes));
    this.members(member, names(ours.fields), names(theirs.fields));
    for (const field of ours.fields ?? []) {
      const other = named(theirs.fields, field.name);
      if (other) this.field(member(field.name), field, other);
    }
    this.writables(member, ours.inputFields ?? [], theirs.inputFields ?? []);
  }

  private field(place: string, ours: Field, theirs: Field): void {
    if (!fits(ours.type, theirs.type))
      this.clashes.push(`${place} is ${written(ours.type)} instead of ${written(theirs.type)}`);
    this.writables((argument) => `${place}(${argument})`, ours.args, theirs.args);
  }

  /** Values that clients send may have a looser type in our schema, never a stricter one. */
  private writables(
    place: (name: string) => string,
    ours: readonly InputValue[],
    theirs: readonly InputValue[],
  ): void {
    this.members(place, names(ours), names(theirs));
    for (const mine of ours) {
      const other = named(theirs, mine.name);
      const at = place(mine.name);
      const [given, wanted] = [mine.defaultValue ?? 'none', other?.defaultValue ?? 'none'];
      if (!other) {
        if (mine.type.kind === 'NON_NULL' && given === 'none') this.clashes.push(`${at} is required`);
      } else if (!fits(other.type, mine.type)) {
        this.clashes.push(`${at} takes ${written(mine.type)} instead of ${written(other.type)}`);
      } else if (given !== wanted) {
        this.clashes.push(`${at} has the default ${given} instead of ${wanted}`);
      }
    }
  }

  private members(place: (name: string) => string, ours: readonly string[], theirs: readonly string[]): void {
    this.additions.push(...ours.filter((name) => !theirs.includes(name)).map(place));
    this.absent.push(...theirs.filter((name) => !ours.includes(name)).map(place));
  }
}

/** Compares our schema with the public one from the view of a client written for the public one. */
export function compareSchemas(ours: IntrospectionQuery, theirs: IntrospectionQuery): Comparison {
  const comparer = new Comparer();
  comparer.compare(ours.__schema, theirs.__schema);
  const { clashes, additions, absent } = comparer;
  return { clashes: clashes.sort(), additions: additions.sort(), absent: absent.sort() };
}
