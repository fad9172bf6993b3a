-- What sent a mission back is the newest verdict about the proofs that it shows. The newest of these proofs may have an older one: a
-- proof that a moderator restores waits again, and is judged after those that were submitted and judged while it was hidden.
CREATE OR REPLACE FUNCTION note_sent_back(record uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SentBack" WHERE "recordId" = record;
  INSERT INTO "SentBack" ("verdictId", "recordId")
    SELECT n.id, record FROM (
      SELECT v.id, v.verdict FROM (
        SELECT p.id AS subject FROM "Mission" m JOIN "Proof" p ON p."missionId" = m.id AND p."hiddenAt" IS NULL
          WHERE m.id = record AND m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL
        UNION ALL SELECT (SELECT d.id FROM "Decision" d WHERE d."challengeId" = c.id ORDER BY d.id DESC LIMIT 1)
          FROM "Challenge" c WHERE c.id = record AND c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL) r
      JOIN LATERAL (SELECT w.id, w.verdict FROM "SignedVerdict" w WHERE w."subjectId" = r.subject ORDER BY w.id DESC LIMIT 1) v ON true
      ORDER BY v.id DESC LIMIT 1) n
    WHERE n.verdict <> 'approve';
END $$;

-- Only where a proof was restored can the newest one have an older verdict.
SELECT note_sent_back(m.id) FROM "Mission" m
WHERE m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL
  AND m.id IN (SELECT h."parentId" FROM "Hiding" h WHERE h."recordType" = 'proof' AND h."restoredAt" IS NOT NULL);

-- By what was restored last a page's version moves on (lib/pages/page-version.ts).
CREATE INDEX "Hiding_restored_last" ON "Hiding" ("restoredAt" DESC, id DESC) WHERE "restoredAt" IS NOT NULL;
