import * as agentRequests from '@/lib/agent-requests/contract'
import { stopAgentRequest } from '@/lib/agent-requests/finish'
import { agentRequestsBody, openAgentRequest } from '@/lib/agent-requests/queries'
import { endSession, legacyRoutes } from '@/lib/api/legacy-handlers'
import { openApiBody } from '@/lib/api/openapi'
import { on, type Route } from '@/lib/api/route'
import { rulesBody, rulesNow } from '@/lib/api/rules'
import * as auth from '@/lib/auth/contract'
import { createSignInChallenge } from '@/lib/auth/create-sign-in-challenge'
import { sessionsBody } from '@/lib/auth/queries'
import { revokeAllSessions, revokeOneSession } from '@/lib/auth/revoke-sessions'
import { findSession } from '@/lib/auth/session'
import { credentialHash } from '@/lib/auth/token'
import { verifySignIn } from '@/lib/auth/verify-sign-in'
import { cancelChallenge } from '@/lib/challenges/cancel-challenge'
import * as challenges from '@/lib/challenges/contract'
import { createChallenge } from '@/lib/challenges/create-challenge'
import { moveDeadlines } from '@/lib/challenges/move-deadlines'
import { challengeBody, challengesBody } from '@/lib/challenges/queries'
import { recordResponseLink } from '@/lib/challenges/record-response-link'
import { submitDecision } from '@/lib/challenges/submit-decision'
import { decisionVerification } from '@/lib/challenges/verify-decision'
import { withdrawDecision } from '@/lib/challenges/withdraw-decision'
import { acceptProposal } from '@/lib/community/accept-proposal'
import { approvePost } from '@/lib/community/approve-post'
import { cancelPost } from '@/lib/community/cancel-post'
import * as community from '@/lib/community/contract'
import { linkDiscussion } from '@/lib/community/link-discussion'
import { discussionBody, outboxBody } from '@/lib/community/queries'
import { queuePost } from '@/lib/community/queue-post'
import { rejectProposal } from '@/lib/community/reject-proposal'
import { settleUncertain } from '@/lib/community/settle-uncertain'
import { syncDiscussion } from '@/lib/community/sync-discussion'
import { withAliases } from '@/lib/contract/endpoint'
import * as events from '@/lib/events/contract'
import { eventsBody } from '@/lib/events/queries'
import { eventMessages } from '@/lib/events/tail'
import * as evidence from '@/lib/evidence/contract'
import { downloadFile } from '@/lib/evidence/download-file'
import { discardFile, keepFile } from '@/lib/evidence/keep-file'
import { filesBody } from '@/lib/evidence/queries'
import { waitForArrival } from '@/lib/evidence/uploads'
import * as feeds from '@/lib/feeds/contract'
import { privateFeedBody, renewPrivateFeed, revokePrivateFeed } from '@/lib/feeds/private-feed'
import type { ApiRequest } from '@/lib/http/message'
import { addFile, allowFile } from '@/lib/missions/add-file'
import { claimMission } from '@/lib/missions/claim-mission'
import * as missions from '@/lib/missions/contract'
import { convertChallenge } from '@/lib/missions/convert-challenge'
import { createMission } from '@/lib/missions/create-mission'
import { moveDeadline } from '@/lib/missions/move-deadline'
import { milestonesBody, missionBody, missionsBody, proofsBody } from '@/lib/missions/queries'
import { releaseMission } from '@/lib/missions/release-mission'
import { proofReview } from '@/lib/missions/review-proof'
import { submitProof } from '@/lib/missions/submit-proof'
import * as moderation from '@/lib/moderation/contract'
import { dismissReport } from '@/lib/moderation/dismiss-report'
import { moderateRecord } from '@/lib/moderation/moderate-record'
import { hidingsBody, reportsBody, tombstoneBody } from '@/lib/moderation/queries'
import { reportRecord } from '@/lib/moderation/report-record'
import * as muses from '@/lib/muses/contract'
import { museLinksBody } from '@/lib/muses/queries'
import { startMuseLink } from '@/lib/muses/start-muse-link'
import { unlinkMuse } from '@/lib/muses/unlink-muse'
import { verifyMuseLink } from '@/lib/muses/verify-muse-link'
import * as notifications from '@/lib/notifications/contract'
import { markNotificationsRead } from '@/lib/notifications/mark-read'
import { notificationsBody } from '@/lib/notifications/queries'
import * as platform from '@/lib/platform/contract'
import { readPlatformStatus } from '@/lib/platform/queries'
import * as receipts from '@/lib/receipts/contract'
import { receiptBody, receiptsBody } from '@/lib/receipts/queries'
import { completeMission } from '@/lib/receipts/record-outcome'
import { recordPayment } from '@/lib/receipts/record-payment'
import { listWaiting } from '@/lib/review/contract'
import { reviewBody } from '@/lib/review/queries'
import * as rules from '@/lib/rules/contract'
import { runEveryJob } from '@/lib/schedule/jobs'
import * as search from '@/lib/search/contract'
import { searchBody } from '@/lib/search/queries'
import { getOnchainSeeds, getWalletSeeds, previewAttestation } from '@/lib/seeds/contract'
import { attestationBody, onchainBody } from '@/lib/seeds/onchain'
import { walletSeedsBody } from '@/lib/seeds/queries'
import * as status from '@/lib/status/contract'
import { requireDatabase, statusBody } from '@/lib/status/health'
import { requireReady } from '@/lib/status/readiness'
import { getMe } from '@/lib/turns/contract'
import { meBody } from '@/lib/turns/queries'
import * as wallets from '@/lib/wallets/contract'
import { recordedLinksBody, reviewsBody, walletBody } from '@/lib/wallets/queries'

const readAgentRequest = async (handle: string, incoming: ApiRequest) => {
  const hash = await credentialHash(incoming.header)
  const open = hash === null ? null : await findSession(hash)
  const describe = (operationId: string) => {
    const endpoint = declared.find((route) => route.endpoint.operationId === operationId)?.endpoint
    return { summary: endpoint?.summary ?? operationId, isSigned: endpoint?.kind === 'signed' }
  }
  return { answer: await openAgentRequest(handle, open?.wallet ?? null, describe) }
}

const declared: readonly Route[] = [
  on.call(auth.createSignInChallenge, async ({ body }) => ({ answer: await createSignInChallenge(body) })),
  on.call(auth.verifySignIn, ({ body }) => verifySignIn(body)),
  on.call(auth.signOut, endSession),
  on.read(auth.listSessions, async ({ caller, query, incoming }) =>
    sessionsBody(caller.wallet, await credentialHash(incoming.header), query),
  ),
  on.write(auth.revokeSession, revokeOneSession),
  on.write(auth.revokeAllSessions, revokeAllSessions),

  on.call(agentRequests.openAgentRequest, ({ body, incoming }) => readAgentRequest(body.handle, incoming)),
  on.read(agentRequests.listAgentRequests, ({ caller, query }) => agentRequestsBody(caller.wallet, query)),
  on.write(agentRequests.stopAgentRequest, stopAgentRequest),

  on.read(challenges.listChallenges, ({ query }) => challengesBody(query)),
  on.write(challenges.createChallenge, createChallenge),
  on.read(challenges.getChallenge, ({ params }) => challengeBody(params.id)),
  on.write(challenges.recordResponseLink, recordResponseLink),
  on.write(challenges.submitDecision, submitDecision),
  on.write(challenges.withdrawDecision, withdrawDecision),
  on.signed(challenges.verifyDecision, decisionVerification),
  on.write(missions.convertChallenge, convertChallenge),
  on.write(challenges.moveDeadlines, moveDeadlines),
  on.write(challenges.cancelChallenge, cancelChallenge),

  on.read(missions.listMissions, ({ query }) => missionsBody(query)),
  on.write(missions.createMission, createMission),
  on.read(missions.getMission, ({ params }) => missionBody(params.id)),
  on.read(missions.listMilestones, ({ params }) => milestonesBody(params.id)),
  on.read(missions.listProofs, ({ params }) => proofsBody(params.id)),
  on.write(missions.claimMission, claimMission),
  on.write(missions.releaseMission, releaseMission),
  on.write(missions.moveDeadline, moveDeadline),
  on.write(missions.submitProof, submitProof),
  on.signed(missions.reviewProof, proofReview),
  on.write(receipts.completeMission, (ctx, input) => completeMission(ctx, input, rulesNow())),
  on.write(receipts.recordPayment, recordPayment),

  on.read(evidence.listFiles, ({ params }) => filesBody(params.id)),
  on.upload(evidence.uploadFile, {
    allow: allowFile,
    keep: keepFile,
    waitForOthers: waitForArrival,
    discard: discardFile,
    record: addFile,
  }),
  on.download(evidence.downloadFile, downloadFile),

  on.read(listWaiting, ({ caller, query }) => reviewBody(caller, query)),
  on.read(search.search, ({ query }) => searchBody(query)),

  on.read(receipts.listReceipts, ({ query }) => receiptsBody(query)),
  on.read(receipts.getReceipt, ({ params }) => receiptBody(params.id)),
  on.read(getWalletSeeds, ({ params, query }) => walletSeedsBody(params.address, query)),
  on.read(wallets.getWallet, ({ params }) => walletBody(params.address)),
  on.read(getMe, ({ caller }) => meBody(caller)),
  on.read(wallets.listRecordedLinks, ({ params, query }) => recordedLinksBody(params.address, query)),
  on.read(wallets.listReviews, ({ params, query }) => reviewsBody(params.address, query)),
  on.read(getOnchainSeeds, onchainBody),
  on.read(previewAttestation, ({ params }) => attestationBody(params.id)),

  on.read(community.getDiscussion, ({ params }) => discussionBody(params.id)),
  on.write(community.linkDiscussion, linkDiscussion),
  on.prefetching(community.syncDiscussion, syncDiscussion),
  on.write(community.acceptProposal, acceptProposal),
  on.write(community.rejectProposal, rejectProposal),
  on.read(platform.getPlatformStatus, async () => JSON.stringify(await readPlatformStatus())),
  on.read(community.listPlatformPosts, ({ caller, query }) => outboxBody(caller, query)),
  on.write(community.queuePlatformPost, queuePost),
  on.write(community.approvePlatformPost, approvePost),
  on.write(community.cancelPlatformPost, cancelPost),
  on.prefetching(community.settlePlatformPost, settleUncertain),

  on.read(muses.listMuseLinks, ({ query }) => museLinksBody(query)),
  on.write(muses.startMuseLink, startMuseLink),
  on.prefetching(muses.verifyMuseLink, verifyMuseLink),
  on.write(muses.unlinkMuse, unlinkMuse),

  on.read(feeds.getPrivateFeed, ({ caller }) => privateFeedBody(caller.wallet)),
  on.write(feeds.renewPrivateFeed, renewPrivateFeed),
  on.write(feeds.revokePrivateFeed, revokePrivateFeed),

  on.read(notifications.listNotifications, ({ caller, query }) => notificationsBody(caller, query)),
  on.write(notifications.markNotificationsRead, markNotificationsRead),

  on.write(moderation.moderateRecord, moderateRecord),
  on.read(moderation.listHidings, ({ query }) => hidingsBody(query)),
  on.read(moderation.getTombstone, ({ caller, query }) => tombstoneBody(caller, query)),
  on.write(moderation.reportRecord, reportRecord),
  on.read(moderation.listReports, ({ query }) => reportsBody(query)),
  on.write(moderation.dismissReport, dismissReport),

  ...legacyRoutes,

  on.read(status.getHealth, async () => {
    await requireDatabase()
    return '{"ok":true}'
  }),
  on.read(status.getReady, async () => {
    await requireReady()
    return '{"ready":true}'
  }),
  on.read(status.getStatus, statusBody),
  on.read(rules.getRules, ({ query }) => rulesBody(query)),
  on.read(events.listEvents, ({ query }) => eventsBody(query)),
  on.stream(events.streamEvents, eventMessages),
  on.read(status.runDeadlines, async () => JSON.stringify(await runEveryJob())),
  on.read(status.getOpenApi, async () => openApiBody()),
]

/** Every endpoint with its handler, and its aliases: the one table that both mounts serve. */
export const routes: readonly Route[] = declared.flatMap((route) =>
  withAliases(route.endpoint).map((endpoint) => ({ ...route, endpoint })),
)
