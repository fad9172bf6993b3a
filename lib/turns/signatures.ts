import { iso, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { finals } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'

// The texts that a wallet asked for and can still sign: in any browser, for whoever is signed in as that wallet.

/**
 * What a text judges, by its row `n` of "SigningNonce", with the operation that takes its signature and the id in that
 * one's path. A text whose subject has moved on without it can be signed no more.
 */
const SUBJECTS = `
  SELECT 'verifyDecision' AS operation, c.id, 'challenge' AS type, c.id AS record, c.title, '/challenges/' || c.id AS href
    FROM "Decision" d JOIN "Challenge" c ON c.id = d."challengeId"
    WHERE n.purpose = 'decision-verification' AND d.id = n."subjectId" AND c."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR d.status = 'submitted')
  UNION ALL
  SELECT 'reviewProof', p.id, 'mission', m.id, m.title, '/missions/' || m.id || '#proof-' || p.id
    FROM "Proof" p JOIN "Mission" m ON m.id = p."missionId"
    WHERE n.purpose = 'proof-review' AND p.id = n."subjectId" AND p."hiddenAt" IS NULL AND m."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR p.status = 'submitted')
  UNION ALL
  SELECT 'recordVerification', m.id, 'mission', m.id, m.title, '/missions/' || m.id
    FROM "Mission" m WHERE n.purpose = 'project-verification' AND m.id = n."subjectId" AND m."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR m.state NOT IN (${literals(finals(missionMachine))}))`

/** SQL for the newest text of each thing that a wallet is about to judge, as JSON, the newest first. */
export const preparedFor = (wallet: string, at: Date): Sql =>
  sql`(SELECT coalesce(json_agg(json_build_object('operationId', s.operation, 'id', s.id, 'recordType', s.type, 'recordId', s.record,
      'title', s.title, 'href', s.href, 'nonce', n.nonce, 'message', n.message, 'expiresAt', ${raw(iso('n."expiresAt"'))},
      'expiresIn', floor(extract(epoch FROM n."expiresAt" - ${at}::timestamptz))::int,
      'recordedAt', ${raw(iso('n."usedAt"'))}) ORDER BY n."issuedAt" DESC), '[]')
    FROM (SELECT DISTINCT ON (purpose, "subjectId") * FROM "SigningNonce"
      WHERE wallet = ${wallet} AND purpose <> 'sign-in' AND "expiresAt" > ${at}
      ORDER BY purpose, "subjectId", "issuedAt" DESC) n JOIN LATERAL (${raw(SUBJECTS)}) s ON true)`
