import pg from 'pg'
import { HOUR_MS } from '@/lib/durations'

/**
 * Answers time out in lib/db/lease.ts, not in the driver. The driver would break the connection, even when this process was
 * only too busy to read.
 */
const DRIVER_PATIENCE_MS = HOUR_MS

/** A statement that is ready to be sent. From an object of options the driver would first make a slow copy. */
export class PatientQuery<Row extends object> extends pg.Query<Row> {
  readonly query_timeout = DRIVER_PATIENCE_MS
}

/**
 * How many statements stay prepared on a connection. The usual ones are half of that; the filters of lists can be combined to some thousand
 * more, and a plan of a list takes some 75 kB of a backend.
 */
const PREPARED_MAX = 400

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
  handleCommandComplete(message: object, connection: Connection): void
}

/** A connection, and what its server told about the rows of the statements that are prepared on it, by their names. */
interface Described {
  /** The connection, but a description that is asked of it is not sent. */
  readonly silent: object
  /** In the order of their last use. */
  readonly shapes: Map<string, RowShape>
}

/** A connection of the driver, with the texts of what is prepared on it, by name (pg/lib/connection.js). */
interface Connection {
  readonly parsedStatements: Record<string, string>
  close(statement: { type: 'S'; name: string }): void
}

const connections = new WeakMap<Connection, Described>()

function describedOn(connection: Connection): Described {
  let described = connections.get(connection)
  if (!described) {
    const silent: object = Object.create(connection, { describe: { value: () => undefined } })
    described = { silent, shapes: new Map() }
    connections.set(connection, described)
  }
  return described
}

/**
 * Ends the statement that was used least lately. Only one that was executed to its end since it was prepared: the driver notes
 * at the first execution that a statement is prepared. Executions that are on their way come before it.
 */
function endOldest(connection: Connection, shapes: Map<string, RowShape>): void {
  const [oldest = ''] = shapes.keys()
  shapes.delete(oldest)
  delete connection.parsedStatements[oldest]
  connection.close({ type: 'S', name: oldest })
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

  override prepare(connection: Connection): void {
    const { silent, shapes } = describedOn(connection)
    const shape = shapes.get(this.name)
    if (!shape) {
      while (shapes.size >= PREPARED_MAX) endOldest(connection, shapes)
      super.prepare(connection)
      return
    }
    shapes.delete(this.name)
    shapes.set(this.name, shape)
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(silent)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    const { shapes } = describedOn(connection)
    if (shapes.has(this.name)) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
