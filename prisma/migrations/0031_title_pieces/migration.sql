-- What Prisma's schema language cannot say.

-- Pieces of four characters too: among a million titles the list of such a piece is a tenth as long as that of one of three.
-- In PL/pgSQL, whose plans a session keeps; before version 18 a function in SQL is planned again by every statement. A piece that
-- comes twice is in the index once.
CREATE OR REPLACE FUNCTION title_grams(title text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE pieces text[] := '{}';
BEGIN
  FOR place IN 1..length(title) LOOP
    pieces := array_append(pieces, substr(title, place, 1));
    pieces := array_append(pieces, substr(title, place, 2));
    pieces := array_append(pieces, substr(title, place, 3));
    pieces := array_append(pieces, substr(title, place, 4));
  END LOOP;
  RETURN pieces;
END $$;

-- The indexes are made beside the old ones, so that searches wait only for the exchange.
CREATE INDEX "ChallengeTitle_pieces" ON "ChallengeTitle" USING gin (title_grams(folded));
CREATE INDEX "MissionTitle_pieces" ON "MissionTitle" USING gin (title_grams(folded));
-- There are more common pieces now, and the search knows those of the sample (lib/db/samples.ts): ten times this number.
ALTER INDEX "ChallengeTitle_pieces" ALTER COLUMN 1 SET STATISTICS 300;
ALTER INDEX "MissionTitle_pieces" ALTER COLUMN 1 SET STATISTICS 300;
ANALYZE "ChallengeTitle";
ANALYZE "MissionTitle";
DROP INDEX "ChallengeTitle_grams";
DROP INDEX "MissionTitle_grams";
ALTER INDEX "ChallengeTitle_pieces" RENAME TO "ChallengeTitle_grams";
ALTER INDEX "MissionTitle_pieces" RENAME TO "MissionTitle_grams";

-- Single spaces stay as they are: replacing each by another one took most of the time.
CREATE OR REPLACE FUNCTION search_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(text, '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+', ' ', 'g'),
    '([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g'))
$$;

CREATE OR REPLACE FUNCTION search_missions(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SearchText" (kind, id, words)
    SELECT 'mission', m.id, search_words(concat_ws(' ', m.title, m.summary, m.deliverable,
      (SELECT string_agg(s.title, ' ' ORDER BY s.position) FROM "Milestone" s WHERE s."missionId" = m.id)))
    FROM "Mission" m WHERE m.id = ANY (ids)
    ON CONFLICT (kind, id) DO UPDATE SET words = excluded.words;
END $$;

-- A write whose key holds no answer yet, which is nearly every one, does not call it.
ALTER FUNCTION whole_answer(text) STRICT;
