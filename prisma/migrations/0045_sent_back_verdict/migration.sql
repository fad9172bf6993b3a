-- An approval sends nothing back. Where a moderator hides the proof that was sent back, the last that a mission shows may be one
-- of another milestone that was approved before.
CREATE OR REPLACE FUNCTION note_sent_back(record uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SentBack" WHERE "recordId" = record;
  INSERT INTO "SentBack" ("verdictId", "recordId")
    SELECT v.id, record FROM (
      SELECT (SELECT p.id FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL ORDER BY p.id DESC LIMIT 1) AS subject
        FROM "Mission" m WHERE m.id = record AND m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL
      UNION ALL SELECT (SELECT d.id FROM "Decision" d WHERE d."challengeId" = c.id ORDER BY d.id DESC LIMIT 1)
        FROM "Challenge" c WHERE c.id = record AND c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL) r
    JOIN LATERAL (SELECT w.id, w.verdict FROM "SignedVerdict" w WHERE w."subjectId" = r.subject ORDER BY w.id DESC LIMIT 1) v
      ON v.verdict <> 'approve';
END $$;

DELETE FROM "SentBack" b USING "SignedVerdict" v WHERE v.id = b."verdictId" AND v.verdict = 'approve';
