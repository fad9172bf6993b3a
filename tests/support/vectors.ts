import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'

const VECTORS = path.resolve(import.meta.dirname, '../vectors')

/** The text of a vendored file. @param file its path below `tests/vectors`. */
export const vectorText = (file: string): string => readFileSync(path.join(VECTORS, file), 'utf8')

/** A vendored file of JSON, held against the shape that the test knows. */
export const vectors = <S extends z.ZodType>(file: string, shape: S): z.output<S> =>
  shape.parse(JSON.parse(vectorText(file)))
