'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { countCharacters } from '@/components/forms/bounds'

/** The entry that `public/people.js` reads: a name for each address, in this browser only. */
const KEY = 'names'
const NAME_CHARS_MAX = 40
const NAMES_MAX = 500

function readNames(): Map<string, string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return new Map(
      Object.entries(Object(names)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map()
  }
}

/** Keeps the newest NAMES_MAX names. @returns whether the browser could store them. */
function keepName(address: string, name: string): boolean {
  const names = readNames()
  names.delete(address)
  if (name) names.set(address, name)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...names].slice(-NAMES_MAX))))
    // The browser itself tells only the other tabs.
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    return true
  } catch {
    return false
  }
}

/** The reader's own name for a wallet. It is never sent anywhere. */
export function Nickname({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [message, setMessage] = useState('')
  const [over, setOver] = useState(0)
  useEffect(() => {
    // What somebody has typed before the scripts came stays.
    if (field.current) field.current.value ||= readNames().get(address) ?? ''
  }, [address])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!field.current) return
    const name = field.current.value.trim()
    field.current.value = name
    const tooMany = Math.max(0, countCharacters(name) - NAME_CHARS_MAX)
    setOver(tooMany)
    if (tooMany > 0) setMessage(`Not kept: ${tooMany} of its characters are too many.`)
    else if (!keepName(address, name)) setMessage('This browser keeps nothing.')
    else setMessage(name ? 'Kept in this browser.' : 'Forgotten.')
  }
  return (
    <form onSubmit={save} className="needs-script mt-3 flex flex-wrap items-end gap-2 text-sm">
      <label>
        <span className="caption text-sm">Your own name for it, seen by you alone</span>
        <input
          ref={field}
          dir="auto"
          aria-invalid={over > 0 || undefined}
          aria-describedby={over > 0 ? id : undefined}
          className="mt-0.5 block min-h-9 w-full border-b border-rule-strong bg-leaf px-2 text-base focus:border-green aria-invalid:border-madder aria-invalid:bg-madder-wash"
        />
      </label>
      <button
        type="submit"
        className="min-h-9 cursor-pointer rounded-md border border-rule-strong px-3 font-semibold hover:text-green"
      >
        Keep
      </button>
      <span id={id} role="status" className="min-h-9 content-center text-ink-soft">
        {message}
      </span>
    </form>
  )
}
