import pg from 'pg'

/**
 * Answers time out in lib/db/lease.ts, not in the driver. The driver would break the connection, even when this process was
 * only too busy to read.
 */
const DRIVER_PATIENCE_MS = 3_600_000

/** A statement that is ready to be sent. From an object of options the driver would first make a slow copy. */
export class PatientQuery<Row extends object> extends pg.Query<Row> {
  readonly query_timeout = DRIVER_PATIENCE_MS
}

/** What the driver derives from the server's description of a statement's rows (pg/lib/result.js). */
interface RowShape {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

/** What the driver does for a query on a connection, beyond its types (pg/lib/query.js). */
interface DriverQuery {
  _result: RowShape
  _accumulateRows: boolean
  prepare(connection: object): void
  handleCommandComplete(message: object, connection: object): void
}

/** A connection, and what its server told about the rows of the statements that are prepared on it, by their names. */
interface Described {
  /** The connection, but a description that is asked of it is not sent. */
  readonly silent: object
  readonly shapes: Map<string, RowShape>
}

const connections = new WeakMap<object, Described>()

function describedOn(connection: object): Described {
  let described = connections.get(connection)
  if (!described) {
    const silent: object = Object.create(connection, { describe: { value: () => undefined } })
    described = { silent, shapes: new Map() }
    connections.set(connection, described)
  }
  return described
}

type Callback<Row extends object> = ConstructorParameters<typeof pg.Query<Row>>[2]

const Base = PatientQuery as unknown as new <Row extends object>(
  ...words: ConstructorParameters<typeof pg.Query<Row>>
) => PatientQuery<Row> & DriverQuery // what pg.Query is, with the methods that its types leave out

/**
 * A prepared statement. Its rows are described by the server once on each connection. The driver by itself asks for the
 * description at every execution, which costs both sides more than a short row.
 *
 * On a connection the description cannot change: where a column has another type now, the server refuses to execute the
 * statement (0A000, "cached plan must not change result type"). A pooler in transaction mode may execute it on another server
 * connection instead; so no migration changes the type of a column that a version beside it reads
 * (docs/operating.md#upgrades-forward-and-back).
 */
export class PreparedQuery<Row extends object> extends Base<Row> {
  constructor(
    readonly name: string,
    text: string,
    values: unknown[],
    answered: Callback<Row>,
  ) {
    super(text, values, answered)
  }

  override prepare(connection: object): void {
    const { silent, shapes } = describedOn(connection)
    const shape = shapes.get(this.name)
    if (!shape) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(silent)
  }

  override handleCommandComplete(message: object, connection: object): void {
    super.handleCommandComplete(message, connection)
    const { shapes } = describedOn(connection)
    if (shapes.has(this.name)) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
