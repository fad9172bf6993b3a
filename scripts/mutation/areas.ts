/** A critical part of the code, and the tests that must detect every change of it. */
export interface Area {
  /** The files to mutate. */
  readonly mutate: readonly string[]
  /** Whether scripts/mutation/sql.ts also mutates their SQL. */
  readonly hasSql?: boolean
  /** The tests, as paths below `tests/` without `.test.ts`. */
  readonly tests: readonly string[]
  /** Whether the tests need a database. */
  readonly needsDatabase?: boolean
  /** Whether its string literals are texts for people. They are not mutated. */
  readonly hasSentences?: boolean
  /** Whether only conditions are mutated; other tests check what the commands write. */
  readonly onlyConditions?: boolean
}

const unit = (...names: string[]) => names.map((name) => `unit/${name}`)
const v1 = (...names: string[]) => names.map((name) => `api/v1/${name}`)

export const AREAS: Readonly<Record<string, Area>> = {
  states: {
    mutate: ['lib/machine/machine.ts', 'lib/challenges/states.ts', 'lib/missions/states.ts'],
    tests: unit('machine', 'states', 'actions'),
  },
  signing: {
    mutate: ['messages', 'ed25519', 'verify-ed25519', 'recover'].map((name) => `lib/signing/${name}.ts`),
    tests: unit('messages', 'recover', 'ed25519', 'vectors/ed25519', 'vectors/eip4361'),
  },
  records: {
    mutate: [
      'lib/history/jcs.ts',
      'lib/history/canonical.ts',
      'lib/history/chain.ts',
      ...['history', 'receipt', 'milestones', 'signature'].map((what) => `lib/verify/check-${what}.ts`),
      'lib/verify/key-period.ts',
      'lib/verify/primitives.ts',
      'lib/receipts/recorder.ts',
    ],
    tests: unit('verify', 'verify-erased', 'byline', 'jcs', 'vectors/rfc8785'),
    // The results of a check are sentences.
    hasSentences: true,
  },
  limits: { mutate: ['lib/contract/cursor.ts', 'lib/api/rate-limit.ts'], tests: unit('cursor', 'rate-limit') },
  guards: {
    mutate: [
      'lib/context.ts',
      'lib/auth/roles.ts',
      'lib/machine/conflict.ts',
      ...['submit-decision', 'verify-decision'].map((command) => `lib/challenges/${command}.ts`),
      ...['claim-mission', 'release-mission', 'review-proof', 'submit-proof'].map(
        (command) => `lib/missions/${command}.ts`,
      ),
    ],
    tests: [
      ...unit('conflict', 'disclosures', 'turns'),
      ...['access-walk', 'forbidden-first'].map((name) => `api/http/${name}`),
      ...v1('claims', 'decisions', 'no-verifier', 'optional-proof', 'proof', 'record-caps', 'releases', 'reviews'),
      ...['verified-proof', 'waiting-proof'].map((name) => `api/moderation/${name}`),
      'api/chain/own-checks',
    ],
    needsDatabase: true,
    onlyConditions: true,
  },
  seeds: {
    // The code that earns, reverses and sums up Seeds.
    mutate: ['lib/seeds/ledger.ts', 'lib/seeds/queries.ts', 'lib/moderation/seeds.ts'],
    hasSql: true,
    tests: [
      ...v1('ledger', 'reviews', 'optional-proof', 'completion', 'receipts', 'decisions'),
      ...['hide', 'races', 'released-proof', 'seeds', 'tombstone', 'verified-proof', 'waiting-proof'].map(
        (name) => `api/moderation/${name}`,
      ),
    ],
    needsDatabase: true,
    hasSentences: true,
  },
}
