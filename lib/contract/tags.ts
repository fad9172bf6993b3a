/** A sentence on each group of endpoints, for the documentation and the OpenAPI document. */
export const TAG_LEADS = {
  'Sign-in': 'A wallet proves itself by signing a text. No transaction, no gas, no approval of tokens.',
  Challenges: 'Two competing responses, a community’s decision, a verifier’s signature.',
  Missions: 'Terms, milestones and an outcome with a permanent receipt.',
  'Proof and reviews': 'Proof for milestones, and the signed reviews of verifiers.',
  'Receipts and Seeds': 'What stays: receipts that anybody can check, and the ledger of reputation.',
  Wallets: 'What a wallet owns, contributes, recorded, reviewed and earned.',
  Events: 'Everything that happens, in one order: a list to go on with, and a stream.',
  Service: 'Whether the service is well, and its description for machines.',
  'Community platform': 'The connector to the platform where communities discuss.',
  'Onchain facts': 'Automatic checks of transactions, and attestations as they would be. Nothing is sent.',
  'Evidence files': 'Files that stand beside a proof.',
  Notifications: 'What a wallet is told inside the service. No mail is ever sent.',
  'Earlier interface': 'The unversioned paths under /api: the same records under their earlier names.',
}

export type Tag = keyof typeof TAG_LEADS
