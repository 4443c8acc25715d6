import { REFUSAL } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { NewEntry } from './activity-entry.ts'
import { createViewRecorder } from './view-recorder.ts'

const viewOf = (objectId: number): NewEntry => ({
  actorId: 1,
  actorName: 'Doctor Person',
  actorRole: 'Doctor',
  labId: 1,
  action: 'patient.view',
  objectType: 'patient',
  objectId,
  summary: `Looked at patient ZL-${objectId}`,
  address: '127.0.0.1',
  requestId: 'request',
})
const actor = {
  actorId: 1,
  actorName: 'Doctor Person',
  actorRole: 'Doctor',
  labId: null,
  address: '127.0.0.1',
  requestId: 'request',
}

describe('pending views', () => {
  it('reach a limit, lists included, and then block reading until they are recorded [SAFE-22]', async () => {
    let isWritable = false
    const written: NewEntry[] = []
    const views = createViewRecorder({
      write: (entries) => {
        if (!isWritable) return Promise.reject(new Error('The database is gone'))
        written.push(...entries)
        return Promise.resolve()
      },
      onLost: () => {},
      limits: { maxPending: 3 },
    })
    const listPatients = () =>
      views.addList(actor, { action: 'patient.list', what: 'Listed patients', rows: 1 })
    views.add(viewOf(1))
    views.add(viewOf(2))
    listPatients()
    expect(() => views.add(viewOf(3))).toThrow(REFUSAL.VIEWS_NOT_RECORDED)
    expect(listPatients).toThrow(REFUSAL.VIEWS_NOT_RECORDED)
    await expect(views.check()).rejects.toThrow()
    await views.flush()
    expect(() => views.add(viewOf(3))).toThrow(REFUSAL.VIEWS_NOT_RECORDED)
    isWritable = true
    await views.flush()
    views.add(viewOf(3))
    await views.flush()
    expect(written.map(({ action }) => action)).toEqual([
      'patient.view',
      'patient.view',
      'patient.list',
      'patient.view',
    ])
  })
})
