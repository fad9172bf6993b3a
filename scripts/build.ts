import { prepareSite } from '../server/build'
import { oneLine } from '../server/lifecycle'

// What a platform runs after `npm ci`: it needs no database and no secret.
try {
  await prepareSite({ say: console.log, verbose: true })
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
