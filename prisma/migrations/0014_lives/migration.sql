-- AlterTable
-- Of the proofs that are there nobody has said that they were late.
ALTER TABLE "Proof" ADD COLUMN     "late" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
-- A withdrawn decision counts as `rejected`, the word by which versions beside this one know that it holds no more.
ALTER TABLE "Decision" ADD COLUMN     "withdrawnAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "SignedVerdict" ADD COLUMN     "disclosures" JSONB;
