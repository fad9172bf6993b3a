-- AlterTable
ALTER TABLE "Mission" ADD COLUMN     "reopened" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema language cannot say.

-- A designated wallet has contributed to a mission in SEED only if it had claimed it and submitted proof before.
UPDATE "Mission" m SET reopened = true
WHERE m.state = 'SEED' AND EXISTS (SELECT 1 FROM "Proof" p WHERE p."missionId" = m.id);

CREATE FUNCTION mark_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reopened := true;
  RETURN NEW;
END $$;
CREATE TRIGGER reopened BEFORE UPDATE OF state ON "Mission" FOR EACH ROW
  WHEN (NEW.state = 'SEED' AND OLD.state <> 'SEED') EXECUTE FUNCTION mark_reopened();

-- The missions that a wallet has contributed to, newest first, however many others have designated it for.
CREATE INDEX "Mission_contributed" ON "Mission" ("contributorWallet", id DESC)
  WHERE "hiddenAt" IS NULL AND "contributorWallet" IS NOT NULL AND (state <> 'SEED' OR reopened);
