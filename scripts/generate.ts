import { ensureGenerated } from '../server/build'
import { command } from './command'

await command(async () => {
  const made = await ensureGenerated({ say: console.log })
  if (!made) console.log('The generated code is up to date.')
})
