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
