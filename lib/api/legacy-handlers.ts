import { on, type Route } from '@/lib/api/route'
import { rulesNow } from '@/lib/api/rules'
import { createSignInChallenge } from '@/lib/auth/create-sign-in-challenge'
import * as legacyAuth from '@/lib/auth/legacy-contract'
import { rolesBody } from '@/lib/auth/roles'
import { revokeSession, sessionBody } from '@/lib/auth/session'
import { credentialHash, sessionCookie } from '@/lib/auth/token'
import { verifySignIn } from '@/lib/auth/verify-sign-in'
import { asBattle } from '@/lib/battles/as-battle'
import * as battles from '@/lib/battles/contract'
import { createChallenge } from '@/lib/challenges/create-challenge'
import { moveDeadlines } from '@/lib/challenges/move-deadlines'
import { challengeBody, challengesBody } from '@/lib/challenges/queries'
import { recordResponseLink } from '@/lib/challenges/record-response-link'
import { withdrawDecision } from '@/lib/challenges/withdraw-decision'
import type { ApiRequest } from '@/lib/http/message'
import { moveDeadline } from '@/lib/missions/move-deadline'
import { milestonesBody } from '@/lib/missions/queries'
import { releaseMission } from '@/lib/missions/release-mission'
import * as platform from '@/lib/platform/contract'
import { importBody } from '@/lib/platform/import-post'
import { addEvidence } from '@/lib/projects/add-evidence'
import { addMilestone } from '@/lib/projects/add-milestone'
import { asProject, recordProjectOutcome } from '@/lib/projects/as-project'
import * as projects from '@/lib/projects/contract'
import { createProject } from '@/lib/projects/create-project'
import { decideProject } from '@/lib/projects/decide-project'
import { makeCommitment } from '@/lib/projects/make-commitment'
import {
  commitmentsBody,
  decisionsBody,
  evidenceBody,
  fundingBody,
  projectBody,
  projectsBody,
} from '@/lib/projects/queries'
import { recordFunding } from '@/lib/projects/record-funding'
import { setMilestoneStatus } from '@/lib/projects/set-milestone-status'
import { recheckProjectTransaction } from '@/lib/projects/tx-check'
import { recheckTransaction } from '@/lib/projects/tx-check-contract'
import { prepareProjectVerification, recordProjectVerification } from '@/lib/projects/verification'
import * as verifications from '@/lib/projects/verification-contract'

/** Ends the session of the request: `/api/auth/signout` and `/api/v1/auth/signout`. */
export const endSession = async ({ incoming }: { incoming: ApiRequest }) => {
  const hash = await credentialHash(incoming.header)
  if (hash !== null) await revokeSession(hash)
  return { answer: { signedOut: true }, cookie: sessionCookie('') }
}

/**
 * The handlers of the earlier interface (`/api`): the same records under their earlier names, and the writes that exist
 * only there.
 */
export const legacyRoutes: readonly Route[] = [
  on.call(legacyAuth.createEarlierSignInChallenge, async ({ body }) => ({
    answer: await createSignInChallenge(body),
  })),
  on.call(legacyAuth.verifyEarlierSignIn, ({ body }) => verifySignIn({ ...body, delivery: 'cookie' })),
  on.call(legacyAuth.signOutEarlier, endSession),
  on.read(legacyAuth.getSession, async ({ incoming }) => sessionBody(await credentialHash(incoming.header))),

  on.read(projects.listProjects, ({ query }) => projectsBody(query)),
  on.prefetching(projects.createProject, createProject),
  on.read(projects.getProject, ({ params }) => projectBody(params.id)),
  on.read(projects.listCommitments, ({ params }) => commitmentsBody(params.id)),
  on.write(projects.makeCommitment, makeCommitment),
  on.read(projects.listProjectDecisions, ({ params }) => decisionsBody(params.id)),
  on.write(projects.decideProject, decideProject),
  on.read(projects.listFunding, ({ params }) => fundingBody(params.id)),
  on.write(projects.recordFunding, recordFunding),
  on.read(projects.listEvidence, ({ params }) => evidenceBody(params.id)),
  on.write(projects.addEvidence, addEvidence),
  on.read(projects.listProjectMilestones, ({ params }) => milestonesBody(params.id)),
  on.write(projects.addMilestone, addMilestone),
  on.write(projects.setMilestoneStatus, setMilestoneStatus),
  on.write(projects.releaseProject, asProject(releaseMission)),
  on.write(projects.moveProjectDeadline, asProject(moveDeadline)),
  on.write(projects.recordOutcome, (ctx, input) => recordProjectOutcome(ctx, input, rulesNow())),

  on.read(platform.importPost, ({ query }) => importBody(query.url)),
  on.read(battles.listBattles, ({ query }) => challengesBody(query, 'battles')),
  on.write(battles.createBattle, asBattle(createChallenge)),
  on.read(battles.getBattle, ({ params }) => challengeBody(params.id, 'battle')),
  on.write(battles.recordBattleResponse, asBattle(recordResponseLink)),
  on.write(battles.withdrawBattleDecision, asBattle(withdrawDecision)),
  on.write(battles.moveBattleDeadlines, asBattle(moveDeadlines)),
  on.read(legacyAuth.listRoles, async () => rolesBody()),
  on.write(recheckTransaction, recheckProjectTransaction),
  on.write(verifications.prepareVerification, prepareProjectVerification),
  on.prefetching(verifications.recordVerification, recordProjectVerification),
]
