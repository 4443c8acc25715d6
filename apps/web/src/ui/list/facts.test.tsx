import { describe, expect, it } from 'vitest'
import { mountForEachTest } from '../../testing/mount.tsx'
import { Facts } from './record-list.tsx'

describe('a line of facts', () => {
  mountForEachTest(() => (
    <Facts>
      {''}
      <span>Lipids</span> {false}
      <span>ZL-7</span>
    </Facts>
  ))

  it('puts one separator between two facts, and none for a blank one [SPEED-46]', () => {
    expect(document.body.textContent).toMatch(/}Lipids · ZL-7$/)
  })
})
