// Which statements of a migration a running version before it survives.

const NAME = '"(\\w+)"'

/** A script's statements, without comments and with single spaces; what is quoted keeps its semicolons. */
function statementsOf(script: string): string[] {
  const parts = script.match(/--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|"[^"]*"|;|[^-$'";]+|[-$]/g) ?? []
  const statements = ['']
  for (const part of parts) {
    if (part.startsWith('--')) continue
    if (part === ';') statements.push('')
    else statements.push(`${statements.pop()}${part}`)
  }
  return statements.map((statement) => statement.replace(/\s+/g, ' ').trim()).filter((statement) => statement !== '')
}

/** The parts between the commas that stand in no parentheses and no quotes. */
function clausesOf(list: string): string[] {
  let depth = 0
  const clauses = ['']
  for (const part of list.match(/'(?:[^']|'')*'|"[^"]*"|[^'"]/g) ?? []) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (part === ',' && depth === 0) clauses.push('')
    else clauses.push(`${clauses.pop()}${part}`)
  }
  return clauses.map((clause) => clause.trim())
}

const TYPE = '(?:"\\w+"|[A-Za-z]\\w*(?:\\([\\d, ]+\\))?(?:\\[\\])?)'
const VALUE = "(?:'[^']*'|-?\\d+|true|false|now\\(\\)|gen_random_uuid\\(\\))"
/** A column that those who do not know it leave empty, or at its default. */
const COLUMN = new RegExp(`^ADD COLUMN ${NAME} ${TYPE}(?: (?:NOT NULL )?DEFAULT ${VALUE})?$`)
/** What only the planner reads. */
const FOR_THE_PLANNER = new RegExp(
  `^ALTER COLUMN (?:${NAME}|\\w+) (?:SET STATISTICS \\d+|SET \\(n_distinct = -?[\\d.]+\\))$`,
)

/** What may be done at any time. */
const ANYWHERE: readonly RegExp[] = [
  new RegExp(`^CREATE TYPE ${NAME} AS ENUM \\(.+\\)$`),
  new RegExp(`^CREATE TABLE ${NAME} \\(.+\\)$`),
  new RegExp(`^CREATE INDEX ${NAME} ON ${NAME} ?(?:USING gin )?\\(.+$`),
  /^CREATE FUNCTION \w+\(.+ AS \$\$.+\$\$$/,
  /^SELECT 1$/,
]

/** What binds whoever writes to a table, so that it may be done to one that nobody knows yet. The group is its name. */
const TO_A_NEW_TABLE: readonly RegExp[] = [
  new RegExp(`^CREATE UNIQUE INDEX "\\w+" ON ${NAME} ?\\(.+$`),
  new RegExp(`^ALTER TABLE ${NAME} ADD CONSTRAINT "\\w+" (?:CHECK|FOREIGN KEY|UNIQUE) ?\\(.+$`),
  new RegExp(`^CREATE (?:CONSTRAINT )?TRIGGER \\w+ (?:BEFORE|AFTER) [^"]*?(?:OF [^;]+? )?ON ${NAME} .+$`),
  new RegExp(`^INSERT INTO ${NAME} .+$`),
]

function alters(statement: string): boolean {
  const list = new RegExp(`^ALTER TABLE ${NAME} (.+)$`).exec(statement)?.[2]
  return list !== undefined && clausesOf(list).every((clause) => COLUMN.test(clause) || FOR_THE_PLANNER.test(clause))
}

/**
 * The statements of a migration that a version which does not know it may not survive: all but those of a shape that is known
 * to be harmless, each by its first words. New tables are those that the same migration makes.
 */
export function contractionsOf(script: string): string[] {
  const statements = statementsOf(script)
  const made = new Set(statements.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []))
  const widens = (statement: string) =>
    ANYWHERE.some((shape) => shape.test(statement)) ||
    TO_A_NEW_TABLE.some((shape) => made.has(shape.exec(statement)?.[1] ?? '')) ||
    alters(statement)
  return statements.filter((statement) => !widens(statement)).map(headOf)
}

/** What a statement does to what, without how. */
const headOf = (statement: string): string =>
  statement.split(/ ?\(| \$\$| AS \$\$| FOR EACH| WHERE | SET "?\w+"? = /)[0] ?? ''
