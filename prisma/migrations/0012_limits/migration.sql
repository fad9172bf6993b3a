-- AlterTable
ALTER TABLE "EvidenceFile" ADD COLUMN     "erasedAt" TIMESTAMPTZ(3);

-- AlterTable
-- An upload of a version that says nothing of its length may become as long as a file can be.
ALTER TABLE "EvidenceUpload" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 5242880,
ADD COLUMN     "wallet" TEXT;

-- AlterTable
ALTER TABLE "SigningNonce" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "EvidenceUsage" (
    "subject" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "EvidenceUsage_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "Erasure" (
    "id" UUID NOT NULL,
    "recordId" UUID NOT NULL,
    "partId" UUID,
    "fields" TEXT[],
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Erasure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Erasure_recordId_id_idx" ON "Erasure"("recordId", "id");

-- What Prisma's schema language cannot say.

-- A wallet's open sessions, newest first.
CREATE INDEX "Session_open" ON "Session" (wallet, id DESC) WHERE "revokedAt" IS NULL;

-- How much the evidence files take, those that are still arriving too: of each wallet, and of all ('' is the whole). The
-- whole's row is locked first, by whoever adds and by whoever asks for room, so that nobody passes a quota together.
CREATE FUNCTION add_evidence_usage(wallet text, delta bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "EvidenceUsage" SET bytes = bytes + delta WHERE subject = '';
  INSERT INTO "EvidenceUsage" AS u (subject, bytes) SELECT wallet, delta WHERE wallet IS NOT NULL
    ON CONFLICT (subject) DO UPDATE SET bytes = u.bytes + delta;
END $$;

CREATE FUNCTION count_evidence_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM add_evidence_usage(NEW.wallet, NEW.bytes);
  ELSE PERFORM add_evidence_usage(OLD.wallet, -OLD.bytes);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted AFTER INSERT OR DELETE ON "EvidenceUpload" FOR EACH ROW EXECUTE FUNCTION count_evidence_upload();

CREATE FUNCTION count_evidence_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM add_evidence_usage(NEW."uploadedBy", NEW.bytes);
  ELSIF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL THEN PERFORM add_evidence_usage(OLD."uploadedBy", -OLD.bytes);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted AFTER INSERT OR UPDATE OF "erasedAt" ON "EvidenceFile" FOR EACH ROW EXECUTE FUNCTION count_evidence_file();

-- What is there already. The triggers above hold writers off until this is committed.
INSERT INTO "EvidenceUsage" (subject, bytes)
SELECT '', coalesce((SELECT sum(bytes) FROM "EvidenceFile"), 0) + coalesce((SELECT sum(bytes) FROM "EvidenceUpload"), 0)
UNION ALL SELECT "uploadedBy", sum(bytes) FROM "EvidenceFile" GROUP BY "uploadedBy";

-- An answer that repeats long texts which are kept elsewhere and never change (a receipt, imported replies, posts) is kept
-- with references in their place: U+0001 never stands raw in JSON (RFC 8259 §7), so a reference cannot be mistaken.
CREATE FUNCTION kept_text(kind text, ref uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE kind
    WHEN 'receipt' THEN (SELECT left(body, -1) FROM "Receipt" WHERE id = ref)
    WHEN 'proposal' THEN (SELECT to_json(text)::text FROM "Proposal" WHERE id = ref)
    WHEN 'post' THEN (SELECT to_json(payload::json ->> 'text')::text FROM "OutboxItem" WHERE id = ref)
  END
$$;

CREATE FUNCTION shorten_answer(answer text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE found record;
BEGIN
  IF length(answer) < 16384 THEN RETURN answer; END IF;
  FOR found IN
    SELECT k.kind, n.ref, kept_text(k.kind, n.ref) AS whole
    FROM (SELECT DISTINCT m[1]::uuid AS ref
      FROM regexp_matches(answer, '"id" ?: ?"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m) n,
      (VALUES ('receipt'), ('proposal'), ('post')) k(kind)
    ORDER BY k.kind DESC, n.ref
  LOOP
    IF length(found.whole) > 200 THEN
      answer := replace(answer, found.whole, chr(1) || found.kind || ':' || found.ref || chr(1));
    END IF;
  END LOOP;
  RETURN answer;
END $$;

CREATE FUNCTION whole_answer(answer text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE found record;
BEGIN
  FOR found IN SELECT DISTINCT m[1] AS kind, m[2] AS ref
    FROM regexp_matches(answer, chr(1) || '([a-z]+):([0-9a-f-]{36})' || chr(1), 'g') m
  LOOP
    answer := replace(answer, chr(1) || found.kind || ':' || found.ref || chr(1), kept_text(found.kind, found.ref::uuid));
  END LOOP;
  RETURN answer;
END $$;

-- Erasure by law. What holds the content of records, and nothing else of them, may be changed by the one transaction that
-- writes down the erasure: it names its row in `trellis.erasing`. Hashes, ids, wallets, times and the ledger stay.
CREATE FUNCTION erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM "Erasure"
    WHERE id::text = current_setting('trellis.erasing', true) AND xmin = pg_current_xact_id()::xid)
$$;

CREATE FUNCTION erasable(fact text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE fact
    WHEN 'Challenge' THEN ARRAY['title', 'prompt', 'rewardDescription', 'contenderA', 'contenderB', 'cancelReason']
    WHEN 'ChallengeTitle' THEN ARRAY['folded']
    WHEN 'Submission' THEN ARRAY['url']
    WHEN 'Decision' THEN ARRAY['decisionUrl', 'explanation']
    WHEN 'Mission' THEN ARRAY['title', 'summary', 'deliverable', 'definitionOfDone', 'requiredProof', 'rewardTerms', 'sourceUrl', 'decisionUrl']
    WHEN 'MissionTitle' THEN ARRAY['folded']
    WHEN 'Milestone' THEN ARRAY['title']
    WHEN 'Proof' THEN ARRAY['url', 'note']
    WHEN 'EvidenceFile' THEN ARRAY['erasedAt']
    WHEN 'SignedVerdict' THEN ARRAY['words', 'message']
    WHEN 'SigningNonce' THEN ARRAY['message', 'content']
    WHEN 'Receipt' THEN ARRAY['body']
    WHEN 'HistoryEvent' THEN ARRAY['data']
    WHEN 'PlatformThread' THEN ARRAY['originPostUrl', 'threadUrl']
    WHEN 'Proposal' THEN ARRAY['authorName', 'text', 'url']
    WHEN 'OutboxItem' THEN ARRAY['payload']
    WHEN 'MuseLink' THEN ARRAY['unlinkReason']
    WHEN 'SourcePost' THEN ARRAY['url', 'title', 'description', 'siteName', 'authorName', 'imageUrl']
    WHEN 'Commitment' THEN ARRAY['description', 'url']
    WHEN 'ProjectDecision' THEN ARRAY['reason', 'reviewerName']
    WHEN 'FundingRecord' THEN ARRAY['transactionUrl', 'note']
    WHEN 'ProjectEvidence' THEN ARRAY['url', 'note']
    WHEN 'Hiding' THEN ARRAY['reason', 'restoreReason']
    WHEN 'Report' THEN ARRAY['reason', 'settleReason']
    WHEN 'Notification' THEN ARRAY['body']
    ELSE ARRAY[]::text[]
  END
$$;

CREATE FUNCTION is_erasure(fact text, was jsonb, becomes jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT was - erasable(fact) = becomes - erasable(fact) AND erasing()
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV
    AND NOT is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN
    RAISE EXCEPTION '% keeps what it was told: only % may change', TG_TABLE_NAME, array_to_string(TG_ARGV, ', ')
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION refuse_change_but_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - 'hiddenAt' = to_jsonb(OLD) - 'hiddenAt' AND NEW."hiddenAt" IS DISTINCT FROM OLD."hiddenAt" THEN RETURN NEW; END IF;
    IF is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- The hash of a post's text stays where the text was erased.
ALTER TABLE "OutboxItem" DROP CONSTRAINT "OutboxItem_hash";
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_hash"
  CHECK ("payloadHash" = encode(sha256(convert_to(payload, 'UTF8')), 'hex') OR strpos(payload, '"[erased: ') > 0);

-- What was erased, and why, is kept for good.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Erasure" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "Erasure" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
