import { ensureClient } from '../server/build'
import { oneLine } from '../server/lifecycle'

try {
  const made = await ensureClient({ say: console.log })
  if (!made) console.log('The database client is up to date.')
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
