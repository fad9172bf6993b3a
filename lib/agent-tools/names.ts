/** The tools of the home page for browsers that offer a model context (docs/interface.md#agent-tools). */
export const AGENT_TOOL_NAMES = [
  'list_svc_challenges',
  'get_svc_challenge',
  'create_svc_challenge',
  'submit_challenge_response',
  'submit_challenge_decision',
  'list_svc_missions',
  'get_svc_project',
  'create_svc_mission',
  'claim_svc_mission',
  'submit_milestone_proof',
  'review_milestone_proof',
  'get_svc_reputation',
  'get_completion_receipt',
] as const
