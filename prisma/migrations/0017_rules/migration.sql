-- CreateTable
CREATE TABLE "Rules" (
    "hash" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "firstUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Rules_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "ServiceKey" (
    "publicKey" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "ServiceKey_pkey" PRIMARY KEY ("publicKey")
);

-- What Prisma's schema language cannot say.

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Rules" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "Rules" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A key that was replaced is not taken up again.
CREATE FUNCTION refuse_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."publicKey" = OLD."publicKey" AND NEW.since = OLD.since
    AND (OLD.until IS NULL OR NEW.until = OLD.until) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'what a key was is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ServiceKey" FOR EACH ROW EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "ServiceKey" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The keys that signed the receipts which are there. All but the last one to begin were replaced when it did.
INSERT INTO "ServiceKey" ("publicKey", since, until)
  SELECT k."publicKey", k.since, lead(k.since) OVER (ORDER BY k.since, k."publicKey")
  FROM (SELECT body::json->>'serviceKey' AS "publicKey", min("issuedAt") AS since FROM "Receipt" GROUP BY 1) k;
