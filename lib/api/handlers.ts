import { openApiBody } from '@/lib/api/openapi'
import { on, type Route } from '@/lib/api/route'
import * as auth from '@/lib/auth/contract'
import { createSignInChallenge } from '@/lib/auth/create-sign-in-challenge'
import { revokeSession, sessionBody } from '@/lib/auth/session'
import { credentialHash, sessionCookie } from '@/lib/auth/token'
import { verifySignIn } from '@/lib/auth/verify-sign-in'
import { refreshChecks } from '@/lib/chain/refresh-checks'
import { cancelChallenge } from '@/lib/challenges/cancel-challenge'
import * as challenges from '@/lib/challenges/contract'
import { convertChallenge } from '@/lib/challenges/convert-challenge'
import { createChallenge } from '@/lib/challenges/create-challenge'
import { challengeBody, challengesBody } from '@/lib/challenges/queries'
import { recordResponseLink } from '@/lib/challenges/record-response-link'
import { submitDecision } from '@/lib/challenges/submit-decision'
import { decisionVerification } from '@/lib/challenges/verify-decision'
import { withAliases } from '@/lib/contract/alias'
import { tickDeadlines } from '@/lib/deadlines/tick'
import { addFile, allowFile } from '@/lib/evidence/add-file'
import * as evidence from '@/lib/evidence/contract'
import { downloadFile } from '@/lib/evidence/download-file'
import { discardFile, keepFile } from '@/lib/evidence/keep-file'
import { filesBody } from '@/lib/evidence/queries'
import { purgeExpired } from '@/lib/maintenance/purge'
import { sweepUploads } from '@/lib/maintenance/sweep-uploads'
import { claimMission } from '@/lib/missions/claim-mission'
import { completeMission } from '@/lib/missions/complete-mission'
import * as missions from '@/lib/missions/contract'
import { createMission } from '@/lib/missions/create-mission'
import { milestonesBody, missionBody, missionsBody, proofsBody } from '@/lib/missions/queries'
import { recordPayment } from '@/lib/missions/record-payment'
import { proofReview } from '@/lib/missions/review-proof'
import { submitProof } from '@/lib/missions/submit-proof'
import * as muses from '@/lib/muses/contract'
import { museLinksBody } from '@/lib/muses/queries'
import { startMuseLink } from '@/lib/muses/start-muse-link'
import { unlinkMuse } from '@/lib/muses/unlink-muse'
import { verifyMuseLink } from '@/lib/muses/verify-muse-link'
import * as notifications from '@/lib/notifications/contract'
import { markNotificationsRead } from '@/lib/notifications/mark-read'
import { notificationsBody } from '@/lib/notifications/queries'
import { acceptProposal } from '@/lib/platform/accept-proposal'
import { approvePost } from '@/lib/platform/approve-post'
import { cancelPost } from '@/lib/platform/cancel-post'
import * as platform from '@/lib/platform/contract'
import { linkDiscussion } from '@/lib/platform/link-discussion'
import { discussionBody, outboxBody, readPlatformStatus } from '@/lib/platform/queries'
import { queuePost } from '@/lib/platform/queue-post'
import { rejectProposal } from '@/lib/platform/reject-proposal'
import { syncDiscussion } from '@/lib/platform/sync-discussion'
import { tickPlatform } from '@/lib/platform/tick'
import { getReceipt } from '@/lib/receipts/contract'
import { receiptBody } from '@/lib/receipts/queries'
import { getOnchainSeeds, getWalletSeeds, previewAttestation } from '@/lib/seeds/contract'
import { attestationBody, onchainBody } from '@/lib/seeds/onchain'
import { walletSeedsBody } from '@/lib/seeds/queries'
import * as status from '@/lib/status/contract'
import { requireDatabase } from '@/lib/status/health'
import { statusBody } from '@/lib/status/queries'

const declared: readonly Route[] = [
  on.call(auth.createSignInChallenge, async ({ body }) => ({ answer: await createSignInChallenge(body) })),
  on.call(auth.verifySignIn, ({ body }) => verifySignIn(body)),
  on.call(auth.signOut, async ({ incoming }) => {
    const hash = await credentialHash(incoming.header)
    if (hash !== null) await revokeSession(hash)
    return { answer: { signedOut: true }, cookie: sessionCookie('') }
  }),
  on.read(auth.getSession, async ({ incoming }) => sessionBody(await credentialHash(incoming.header))),

  on.read(challenges.listChallenges, ({ query }) => challengesBody(query)),
  on.write(challenges.createChallenge, createChallenge),
  on.read(challenges.getChallenge, ({ params }) => challengeBody(params.id)),
  on.write(challenges.recordResponseLink, recordResponseLink),
  on.write(challenges.submitDecision, submitDecision),
  on.signed(challenges.verifyDecision, decisionVerification),
  on.write(challenges.convertChallenge, convertChallenge),
  on.write(challenges.cancelChallenge, cancelChallenge),

  on.read(missions.listMissions, ({ query }) => missionsBody(query)),
  on.write(missions.createMission, createMission),
  on.read(missions.getMission, ({ params }) => missionBody(params.id)),
  on.read(missions.listMilestones, ({ params }) => milestonesBody(params.id)),
  on.read(missions.listProofs, ({ params }) => proofsBody(params.id)),
  on.write(missions.claimMission, claimMission),
  on.write(missions.submitProof, submitProof),
  on.signed(missions.reviewProof, proofReview),
  on.write(missions.completeMission, completeMission),
  on.write(missions.recordPayment, recordPayment),

  on.read(evidence.listFiles, ({ params }) => filesBody(params.id)),
  on.upload(evidence.uploadFile, { allow: allowFile, keep: keepFile, discard: discardFile, record: addFile }),
  on.download(evidence.downloadFile, downloadFile),

  on.read(getReceipt, ({ params }) => receiptBody(params.id)),
  on.read(getWalletSeeds, ({ params, query }) => walletSeedsBody(params.address, query)),
  on.read(getOnchainSeeds, onchainBody),
  on.read(previewAttestation, ({ params }) => attestationBody(params.id)),

  on.read(platform.getDiscussion, ({ params }) => discussionBody(params.id)),
  on.write(platform.linkDiscussion, linkDiscussion),
  on.gathering(platform.syncDiscussion, syncDiscussion),
  on.write(platform.acceptProposal, acceptProposal),
  on.write(platform.rejectProposal, rejectProposal),
  on.read(platform.getPlatformStatus, async () => JSON.stringify(await readPlatformStatus())),
  on.read(platform.listPlatformPosts, ({ caller, query }) => outboxBody(caller, query)),
  on.write(platform.queuePlatformPost, queuePost),
  on.write(platform.approvePlatformPost, approvePost),
  on.write(platform.cancelPlatformPost, cancelPost),

  on.read(muses.listMuseLinks, ({ query }) => museLinksBody(query)),
  on.write(muses.startMuseLink, startMuseLink),
  on.gathering(muses.verifyMuseLink, verifyMuseLink),
  on.write(muses.unlinkMuse, unlinkMuse),

  on.read(notifications.listNotifications, ({ caller, query }) => notificationsBody(caller.wallet, query)),
  on.write(notifications.markNotificationsRead, markNotificationsRead),

  on.read(status.getHealth, async () => {
    await requireDatabase()
    return '{"ok":true}'
  }),
  on.read(status.getStatus, statusBody),
  on.read(status.runDeadlines, async () => {
    const { transitions } = await tickDeadlines()
    await purgeExpired()
    await refreshChecks()
    await sweepUploads()
    await tickPlatform()
    return JSON.stringify({ transitions })
  }),
  on.read(status.getOpenApi, async () => openApiBody()),
]

/** Every endpoint with what answers it, under each of its names: the one table that both mounts serve. */
export const routes: readonly Route[] = declared.flatMap((route) =>
  withAliases(route.endpoint).map((endpoint) => ({ ...route, endpoint })),
)
