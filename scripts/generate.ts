import { ensureGenerated } from '../server/build'
import { oneLine } from '../server/lifecycle'

try {
  const made = await ensureGenerated({ say: console.log })
  if (!made) console.log('The generated code is up to date.')
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
