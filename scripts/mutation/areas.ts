/** A part of the code that must never be subtly wrong, and who has to notice when it is. */
export interface Area {
  /** The files that are changed. */
  readonly mutate: readonly string[]
  /** Whether the SQL in them is changed too, by scripts/mutation/sql.ts. */
  readonly hasSql?: boolean
  /** The tests that have to notice, by their paths below `tests/` without `.test.ts`. */
  readonly tests: readonly string[]
  /** Whether they need a database. */
  readonly needsDatabase?: boolean
  /** Whether its texts are for people to read: then only the rest is changed. */
  readonly hasSentences?: boolean
  /** Whether only what decides is changed: what a command writes is held by the tests of its record. */
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
    // What a check found is told in sentences.
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
    // Where what earns Seeds, reverses them and adds them up is written.
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
