const SIGN_IN = 'It hands out or ends a session; a token must not pass through a model’s context.'
const LEGACY_NAME = 'The earlier interface’s name for a record that has a tool of its own.'
const ALIAS = 'Another name of an operation that has a tool.'
const SECRET = 'Its answer is a secret address of the wallet’s own.'
const OPERATOR = 'For the operator’s machines, not for an agent.'
const TWO_PATHS = 'A verifier signs it on the mission’s page; proof is reviewed by review_proof.'
const FILE = 'Files travel as bytes, by the API or the mission’s page.'
const MODERATION = 'A moderator judges people’s words with their own eyes, on the page.'
const GATE = 'It is the wallet’s side of the wallet gate.'
const IN_MISSION = 'get_mission holds it.'
const IN_PROJECT = 'get_project holds it.'

/** The operations without a tool, each with the reason. Every other operation has one. */
export const NO_TOOL: Readonly<Record<string, string>> = {
  createSignInChallenge: SIGN_IN,
  verifySignIn: SIGN_IN,
  signOut: SIGN_IN,
  createEarlierSignInChallenge: SIGN_IN,
  verifyEarlierSignIn: SIGN_IN,
  signOutEarlier: SIGN_IN,
  getSession: 'Tells a browser who is signed in; get_me tells an agent.',
  listSessions: 'A person looks after their own sessions, agents’ included.',
  revokeSession: 'A person looks after their own sessions, agents’ included.',
  revokeAllSessions: 'A person looks after their own sessions, agents’ included.',
  openAgentRequest: GATE,
  listAgentRequests: GATE,
  stopAgentRequest: GATE,
  getPrivateFeed: SECRET,
  renewPrivateFeed: SECRET,
  revokePrivateFeed: SECRET,
  downloadFile: FILE,
  uploadFile: FILE,
  streamEvents: 'A stream goes on; list_events reads the same events by a cursor.',
  approveMusebookPost: ALIAS,
  cancelMusebookPost: ALIAS,
  listMusebookPosts: ALIAS,
  queueMusebookPost: ALIAS,
  settleMusebookPost: ALIAS,
  getMusebookStatus: ALIAS,
  listBattles: LEGACY_NAME,
  getBattle: LEGACY_NAME,
  createBattle: LEGACY_NAME,
  recordBattleResponse: LEGACY_NAME,
  withdrawBattleDecision: LEGACY_NAME,
  moveBattleDeadlines: LEGACY_NAME,
  listProjects: LEGACY_NAME,
  createProject: LEGACY_NAME,
  listProjectMilestones: LEGACY_NAME,
  releaseProject: LEGACY_NAME,
  moveProjectDeadline: LEGACY_NAME,
  listRoles: 'get_rules tells the roles with everything else.',
  prepareVerification: TWO_PATHS,
  recordVerification: TWO_PATHS,
  moderateRecord: MODERATION,
  listHidings: MODERATION,
  getTombstone: MODERATION,
  listReports: MODERATION,
  dismissReport: MODERATION,
  approvePlatformPost: MODERATION,
  cancelPlatformPost: MODERATION,
  settlePlatformPost: MODERATION,
  listMilestones: IN_MISSION,
  listProofs: IN_MISSION,
  listCommitments: IN_PROJECT,
  listProjectDecisions: IN_PROJECT,
  listFunding: IN_PROJECT,
  listEvidence: IN_PROJECT,
  getHealth: OPERATOR,
  getReady: OPERATOR,
  getOpenApi: 'The tools themselves describe what can be done.',
  runDeadlines: OPERATOR,
}
