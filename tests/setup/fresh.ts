import { vi } from 'vitest'

// Files of one worker share its process, which saves its start and the loading of every dependency. Each file still begins
// as in a process of its own: our modules are evaluated anew, what they keep in global variables is forgotten, and the
// environment is what the worker was started with.

declare global {
  var environmentOfWorker: NodeJS.ProcessEnv | undefined
}

globalThis.environmentOfWorker ??= { ...process.env }
for (const name of Object.keys(process.env)) delete process.env[name]
Object.assign(process.env, globalThis.environmentOfWorker)
for (const name of Object.keys(globalThis)) if (name.startsWith('trellis')) Reflect.deleteProperty(globalThis, name)
vi.resetModules()
