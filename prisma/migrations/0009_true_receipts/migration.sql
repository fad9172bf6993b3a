-- AlterTable
ALTER TABLE "Mission" ADD COLUMN     "designatedWallet" TEXT,
ADD COLUMN     "recordedBy" TEXT;

-- Both stand in the history of the missions that there are: the first event names the designated contributor, the event of
-- the outcome its actor.
UPDATE "Mission" m SET "designatedWallet" = h.data ->> 'contributorWallet'
FROM "HistoryEvent" h WHERE h."recordId" = m.id AND h.seq = 1 AND h.data ->> 'contributorWallet' IS NOT NULL;
UPDATE "Mission" m SET "recordedBy" = h.actor
FROM "HistoryEvent" h WHERE h."recordId" = m.id AND h.kind = 'outcome-recorded';

-- A milestone is verified only while the proof that verified it is shown. Until now a hidden proof left its milestone verified,
-- and the mission on its way to a receipt that could show neither evidence nor review. Each such mission is brought to the
-- rule by an event of its own: `hash` is the SHA-256 of the event's RFC 8785 form, whose keys stand in their order and whose
-- values hold nothing that would have to be escaped.
DO $$
DECLARE m record; moved text; at_text text; data_text text; event_text text; event_hash text;
BEGIN
  FOR m IN
    SELECT r.id, r.state::text AS state, r."historySeq" AS seq, r."historyHead" AS head, r."updatedAt" AS at,
      array_agg(s.id::text ORDER BY s.position) AS milestones, bool_or(s.required) AS required
    FROM "Milestone" s JOIN "Proof" p ON p.id = s."verifiedProofId" AND p."hiddenAt" IS NOT NULL JOIN "Mission" r ON r.id = s."missionId"
    GROUP BY r.id
  LOOP
    moved := CASE WHEN m.state <> 'VERIFIED' OR NOT m.required THEN NULL
      WHEN EXISTS (SELECT 1 FROM "Proof" w WHERE w."missionId" = m.id AND w.status = 'submitted' AND w."hiddenAt" IS NULL)
        THEN 'PROOF_SUBMITTED' ELSE 'GROWING' END;
    at_text := to_char(greatest(now(), m.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    data_text := format('{"milestoneIds":["%s"]}', array_to_string(m.milestones, '","'));
    event_text := format('{"actor":null,"at":"%s","data":%s,"from":%s,"kind":"verification-withdrawn","prevHash":"%s","seq":%s,"to":%s}',
      at_text, data_text, CASE WHEN moved IS NULL THEN 'null' ELSE '"VERIFIED"' END, m.head, m.seq + 1,
      CASE WHEN moved IS NULL THEN 'null' ELSE format('"%s"', moved) END);
    event_hash := encode(sha256(convert_to(event_text, 'UTF8')), 'hex');
    INSERT INTO "HistoryEvent" ("recordId", seq, kind, actor, at, "from", "to", data, "prevHash", hash)
    VALUES (m.id, m.seq + 1, 'verification-withdrawn', NULL, at_text::timestamptz, CASE WHEN moved IS NULL THEN NULL ELSE 'VERIFIED' END,
      moved, data_text::jsonb, m.head, event_hash);
    UPDATE "Milestone" SET "verifiedProofId" = NULL WHERE id::text = ANY (m.milestones);
    UPDATE "Mission" SET state = coalesce(moved, m.state)::"MissionState", "historySeq" = m.seq + 1, "historyHead" = event_hash,
      "updatedAt" = at_text::timestamptz WHERE id = m.id;
  END LOOP;
END $$;
