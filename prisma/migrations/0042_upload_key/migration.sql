-- The Idempotency-Key of an upload that is arriving: a request that repeats it waits for it.
ALTER TABLE "EvidenceUpload" ADD COLUMN "key" TEXT;
