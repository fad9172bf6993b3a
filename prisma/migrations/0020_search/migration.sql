-- CreateTable
CREATE TABLE "SearchText" (
    "kind" "RecordType" NOT NULL,
    "id" UUID NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "SearchText_pkey" PRIMARY KEY ("kind", "id")
);

-- What Prisma's schema language cannot say.

-- The words of people's text, as the configuration `simple` folds them, which every Postgres has. What separates words is said
-- here and in lib/search/words.ts, so that it does not depend on the database's locale: spaces, punctuation and symbols. A sign of
-- a script without spaces is a word of its own.
CREATE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(text, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+', ' ', 'g'),
    '([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g'))
$$;

-- What finds all of some words, each by its beginning where it has three letters or more.
CREATE FUNCTION search_query(terms text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || CASE WHEN length(lexeme) < 3 THEN '''' ELSE ''':*' END, ' & ')::tsquery
  FROM unnest(terms) AS term, unnest(ts_lexize('pg_catalog.simple', term)) AS lexeme
$$;

-- Whatever writes a record's words, and an erasure too, writes what they are found by.
CREATE FUNCTION search_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SearchText" (kind, id, words)
    VALUES ('challenge', NEW.id, search_words(concat_ws(' ', NEW.title, NEW.prompt, NEW."contenderA", NEW."contenderB")))
    ON CONFLICT (kind, id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;

CREATE FUNCTION search_missions(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "SearchText" (kind, id, words)
    SELECT 'mission', m.id, search_words(concat_ws(' ', m.title, m.summary, m.deliverable,
      (SELECT string_agg(s.title, ' ' ORDER BY s.position) FROM "Milestone" s WHERE s."missionId" = m.id)))
    FROM "Mission" m WHERE m.id = ANY (ids)
    ON CONFLICT (kind, id) DO UPDATE SET words = excluded.words
$$;

CREATE FUNCTION search_mission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_missions(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE FUNCTION search_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_missions(ARRAY[NEW."missionId"]);
  RETURN NULL;
END $$;

CREATE FUNCTION search_milestones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_missions((SELECT array_agg(DISTINCT a."missionId") FROM added a));
  RETURN NULL;
END $$;

CREATE TRIGGER searched AFTER INSERT OR UPDATE OF title, prompt, "contenderA", "contenderB" ON "Challenge"
  FOR EACH ROW EXECUTE FUNCTION search_challenge();
CREATE TRIGGER searched AFTER UPDATE OF title, summary, deliverable ON "Mission"
  FOR EACH ROW EXECUTE FUNCTION search_mission();
-- A mission comes with its milestones, in one statement: its words are read once they are there.
CREATE TRIGGER searched_added AFTER INSERT ON "Milestone" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION search_milestones();
CREATE TRIGGER searched AFTER UPDATE OF title ON "Milestone"
  FOR EACH ROW EXECUTE FUNCTION search_milestone();

INSERT INTO "SearchText" (kind, id, words)
  SELECT 'challenge', id, search_words(concat_ws(' ', title, prompt, "contenderA", "contenderB")) FROM "Challenge";
SELECT search_missions((SELECT array_agg(id) FROM "Mission"));

CREATE INDEX "SearchText_words" ON "SearchText" USING gin (words);
-- Which words are common is sampled: thousands of them, not the hundred that is usual.
ALTER TABLE "SearchText" ALTER COLUMN words SET STATISTICS 500;

-- By the beginning of an address, a hash, or a name, whatever the database's collation.
CREATE INDEX "Wallet_search" ON "Wallet" (lower(address) COLLATE "C");
CREATE INDEX "Receipt_hash" ON "Receipt" ("contentHash" COLLATE "C");
CREATE INDEX "Proposal_author" ON "Proposal" (lower("authorName") COLLATE "C") WHERE "hiddenAt" IS NULL;
CREATE INDEX "Proposal_muse" ON "Proposal" ("museId" COLLATE "C") WHERE "hiddenAt" IS NULL;
