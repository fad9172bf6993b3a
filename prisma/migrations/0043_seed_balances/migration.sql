-- CreateTable
CREATE TABLE "SeedBalance" (
    "wallet" TEXT NOT NULL,
    "balance" INTEGER NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "SeedBalance_pkey" PRIMARY KEY ("wallet")
);

-- What Prisma's schema language cannot say.

-- Whoever adds entries waits here, so none is missed or counted twice. What follows needs the same lock.
LOCK TABLE "SeedEntry" IN ACCESS EXCLUSIVE MODE;
INSERT INTO "SeedBalance" (wallet, balance, entries) SELECT wallet, sum(amount), count(*) FROM "SeedEntry" GROUP BY wallet;

-- Adds the entries of a statement to the balances, in the order of the wallets: two statements cannot wait for each other.
-- The statement that would make a balance negative is refused whole.
CREATE FUNCTION add_to_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE debtor text;
BEGIN
  WITH changed AS (
    INSERT INTO "SeedBalance" AS b (wallet, balance, entries)
      SELECT wallet, sum(amount), count(*) FROM added GROUP BY wallet ORDER BY wallet
      ON CONFLICT (wallet) DO UPDATE SET balance = b.balance + EXCLUDED.balance, entries = b.entries + EXCLUDED.entries
      RETURNING wallet, balance)
  SELECT wallet INTO debtor FROM changed WHERE balance < 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the Seeds of % would become negative', debtor USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER balances AFTER INSERT ON "SeedEntry" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_balances();

-- Nobody else writes them: what they say is what the entries come to.
CREATE FUNCTION refuse_other_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 THEN
    RAISE EXCEPTION '% follows the ledger: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follows_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "SeedBalance"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_balances();

-- Both summed a wallet's whole ledger.
DROP TRIGGER balance_not_negative ON "SeedEntry";
DROP FUNCTION refuse_negative_balance();
DROP INDEX "SeedEntry_balance";
