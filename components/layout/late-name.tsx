'use client'

import { useEffect, useState } from 'react'

/** The name in the site's web app manifest; empty where it cannot be read. */
async function readName(): Promise<string> {
  try {
    const manifest: unknown = await (await fetch('/manifest.webmanifest')).json()
    const name = typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : ''
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

/** The service's name, in the header and in the title of a page that the build renders, which cannot know it. */
export function LateName({ className }: { className: string }) {
  const [name, setName] = useState('')
  useEffect(() => {
    const title = document.title
    void readName().then((found) => {
      setName(found)
      if (found) document.title = `${title} · ${found}`
    })
  }, [])
  return name ? <span className={className}>{name}</span> : null
}
