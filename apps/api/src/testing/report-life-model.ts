export const USERS = ['doctor', 'colleague', 'technician'] as const
export type UserName = (typeof USERS)[number]
type TypeName = 'one' | 'two'

export type Action =
  | { kind: 'publish'; by: UserName; patientId: number; type: TypeName; title: string; isCritical: boolean }
  | { kind: 'amend'; by: UserName; id: number; patientId: number; type: TypeName; title: string }
  | { kind: 'open'; by: UserName; id: number }
  | { kind: 'release'; by: UserName; id: number; revision: number; checksum: string }
  | { kind: 'return' | 'discard'; by: UserName; id: number; revision: number }
  | { kind: 'suspend' | 'lift'; by: UserName; id: number }
  | { kind: 'correct'; by: UserName; id: number; revision: number; title: string }
  | { kind: 'withdraw' | 'flag'; by: UserName; id: number }
  | { kind: 'reassign'; by: UserName; id: number; patientId: number }
  | { kind: 'call'; by: UserName; id: number; outcome: 'read-back' | 'not-reached' }
  | { kind: 'merge'; survivorId: number; mergedId: number }

interface Report {
  id: number
  patientId: number
  type: TypeName
  title: string
  version: number
  checksum: string
  isWithdrawn: boolean
  critical: 'never' | 'open' | 'read-back' | 'withdrawn'
}

interface Unreleased {
  id: number
  patientId: number
  title: string
  checksum: string
  revision: number
  state: 'awaiting' | 'returned' | 'released' | 'discarded'
  authors: UserName[]
  openedBy: UserName[]
  isCritical: boolean
  isSuspended: boolean
  amends?: number
  replaces?: Report
}

/** Discarding it would end a clock. */
const isFlagged = ({ isCritical, replaces }: Unreleased): boolean =>
  isCritical || (replaces !== undefined && replaces.critical !== 'never')

/** In-memory model of reports that one or two people publish. */
export class LifeModel {
  private readonly reports: Report[] = []
  private readonly unreleased: Unreleased[] = []
  private readonly patients: number[]
  private titles = 0

  constructor(patients: number[]) {
    this.patients = patients
  }

  /** An action on what exists, which may be refused. */
  choose(below: (limit: number) => number): Action {
    const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
    const by = oneOf(USERS)
    const patientId = oneOf(this.patients)
    const title = `Report ${++this.titles}`
    const publish = (): Action => ({
      ...{ kind: 'publish', by, patientId, title },
      ...{ type: oneOf(['one', 'two'] as const), isCritical: below(3) === 0 },
    })
    const [report, row] = [oneOf(this.reports), oneOf(this.unreleased)]
    const ofReport = (): Action => {
      if (!report) return publish()
      const { id } = report
      const kind = oneOf(['amend', 'amend', 'withdraw', 'reassign', 'flag', 'call', 'call'] as const)
      if (kind === 'amend')
        return { ...{ kind, by, id, title }, type: report.type, patientId: report.patientId }
      if (kind === 'reassign') return { ...{ kind, by, id, patientId } }
      if (kind === 'call')
        return { ...{ kind, by, id }, outcome: oneOf(['read-back', 'not-reached'] as const) }
      return { kind, by, id }
    }
    const ofRow = (): Action => {
      if (!row) return publish()
      const { id, checksum } = row
      const second = (['doctor', 'colleague'] as const).find((one) => !row.authors.includes(one))
      // Half of what awaits release is released, which takes two actions of the right person.
      if (row.state === 'awaiting' && second && below(2) === 0)
        return row.openedBy.includes(second)
          ? { ...{ kind: 'release', by: second, id, checksum }, revision: row.revision }
          : { kind: 'open', by: second, id }
      // Now and then, as seen before a correction.
      const revision = below(8) === 0 ? row.revision + 1 : row.revision
      const kind =
        below(8) < 5
          ? oneOf(['open', 'open', 'release', 'release', 'release'] as const)
          : oneOf(['return', 'correct', 'discard', 'suspend', 'lift'] as const)
      if (kind === 'open' || kind === 'suspend' || kind === 'lift') return { kind, by, id }
      if (kind === 'release')
        return { ...{ kind, by, id, revision }, checksum: below(8) === 0 ? '0'.repeat(64) : checksum }
      if (kind === 'correct') return { kind, by, id, revision, title }
      return { kind, by, id, revision }
    }
    const [survivorId, mergedId] = this.patients
    if (below(25) === 0 && survivorId !== undefined && mergedId !== undefined)
      return { kind: 'merge', survivorId, mergedId }
    return oneOf([publish, ofReport, ofReport, ofRow, ofRow, ofRow])()
  }

  expects(action: Action): 'done' | 'refused' {
    return this.isAllowed(action) ? 'done' : 'refused'
  }

  private isAllowed(action: Action): boolean {
    if (action.kind === 'publish' || action.kind === 'merge') return true
    const { kind, by } = action
    if ('revision' in action || kind === 'open' || kind === 'suspend' || kind === 'lift') {
      const row = this.row(action.id)
      const isAuthor = row.authors.includes(by)
      const isOpen = row.state === 'awaiting' || row.state === 'returned'
      if (!isOpen || ('revision' in action && action.revision !== row.revision)) return false
      if (kind === 'suspend') return row.amends !== undefined && (isAuthor || by !== 'technician')
      if (kind === 'lift') return row.amends !== undefined && by !== 'technician'
      if (kind === 'correct') return isAuthor
      if (kind === 'open') return isAuthor || by !== 'technician' || row.state === 'returned'
      if (kind === 'discard') return by !== 'technician' || (isAuthor && !isFlagged(row))
      if (by === 'technician' || row.state !== 'awaiting') return false
      if (kind === 'return') return true
      return (
        !isAuthor && 'checksum' in action && action.checksum === row.checksum && row.openedBy.includes(by)
      )
    }
    const report = this.report(action.id)
    if (report.isWithdrawn) return false
    if (kind === 'amend') return !this.amendmentOf(report.id)
    if (kind === 'reassign') return action.patientId !== report.patientId
    if (kind === 'flag') return report.critical !== 'open'
    if (kind === 'call') return report.critical === 'open' || report.critical === 'read-back'
    if (kind === 'withdraw') return report.critical !== 'open' || by !== 'technician'
    return true
  }

  /** @param data what was answered: the id of the report, or of what awaits release */
  apply(
    action: Action,
    data: { id?: number; unreleasedId?: number; reportId?: number },
    checksum = '',
  ): void {
    switch (action.kind) {
      case 'publish': {
        const { by, patientId, type, title, isCritical } = action
        if (type === 'two') this.await(data, { ...{ patientId, title, checksum, isCritical }, authors: [by] })
        else
          this.publish(data.id, {
            ...{ patientId, type, title, checksum },
            critical: isCritical ? 'open' : 'never',
          })
        return
      }
      case 'amend': {
        const { by, id, patientId, type, title } = action
        if (type === 'two')
          this.await(data, { patientId, title, checksum, isCritical: false, authors: [by], amends: id })
        else this.amend(this.report(id), { title, checksum })
        return
      }
      case 'open': {
        const row = this.row(action.id)
        row.openedBy = [...row.openedBy, action.by]
        return
      }
      case 'release':
        this.release(this.row(action.id), data.reportId)
        return
      case 'return':
        this.row(action.id).state = 'returned'
        return
      case 'discard':
        this.row(action.id).state = 'discarded'
        return
      case 'suspend':
      case 'lift':
        this.row(action.id).isSuspended = action.kind === 'suspend'
        return
      case 'correct': {
        const row = this.row(action.id)
        Object.assign(row, {
          title: action.title,
          state: 'awaiting',
          revision: row.revision + 1,
          openedBy: [],
        })
        row.authors = [...row.authors, action.by]
        return
      }
      case 'withdraw':
        this.withdraw(this.report(action.id))
        return
      case 'reassign': {
        const wrong = this.report(action.id)
        const { title, checksum: same, type } = wrong
        const was = { ...wrong }
        this.withdraw(wrong)
        const copy = { title, checksum: same, patientId: action.patientId }
        if (type === 'two')
          this.await(data, { ...copy, authors: [action.by], isCritical: false, replaces: was })
        else this.publish(data.id, { ...copy, type, critical: was.critical === 'never' ? 'never' : 'open' })
        return
      }
      case 'flag':
        this.report(action.id).critical = 'open'
        return
      case 'call':
        if (action.outcome === 'read-back') this.report(action.id).critical = 'read-back'
        return
      case 'merge': {
        const { survivorId, mergedId } = action
        // Released and discarded ones stay as they were.
        const open = this.unreleased.filter(({ state }) => state === 'awaiting' || state === 'returned')
        for (const record of [...this.reports, ...open])
          if (record.patientId === mergedId) record.patientId = survivorId
        this.patients.splice(this.patients.indexOf(mergedId), 1)
      }
    }
  }

  stored() {
    const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
    return {
      reports: [...this.reports]
        .sort(byId)
        .map(({ id, patientId, title, version, isWithdrawn, critical, checksum }) => ({
          ...{ id, patientId, title, version, isWithdrawn, checksum, isOpen: critical === 'open' },
          isSuspended: this.amendmentOf(id)?.isSuspended === true,
        })),
      unreleased: [...this.unreleased]
        .sort(byId)
        .map(({ id, patientId, title, revision, state, checksum }) => {
          return { id, patientId, title, revision, state, checksum }
        }),
    }
  }

  private report(id: number): Report {
    const found = this.reports.find((one) => one.id === id)
    if (!found) throw new Error(`No report ${id}`)
    return found
  }

  private row(id: number): Unreleased {
    const found = this.unreleased.find((one) => one.id === id)
    if (!found) throw new Error(`Nothing awaits release as ${id}`)
    return found
  }

  private amendmentOf(reportId: number): Unreleased | undefined {
    return this.unreleased.find(
      ({ amends, state }) => amends === reportId && (state === 'awaiting' || state === 'returned'),
    )
  }

  private publish(id: number | undefined, report: Omit<Report, 'id' | 'version' | 'isWithdrawn'>): void {
    this.reports.push({ ...report, id: id ?? 0, version: 1, isWithdrawn: false })
  }

  private await(
    { unreleasedId }: { unreleasedId?: number },
    row: Omit<Unreleased, 'id' | 'revision' | 'state' | 'openedBy' | 'isSuspended'>,
  ): void {
    this.unreleased.push({
      ...{ ...row, id: unreleasedId ?? 0, revision: 1 },
      ...{ state: 'awaiting', openedBy: [], isSuspended: false },
    })
  }

  private amend(report: Report, { title, checksum }: { title: string; checksum: string }): void {
    Object.assign(report, { title, checksum, version: report.version + 1 })
    // A correction of what was read back is told again.
    if (report.critical !== 'never') report.critical = 'open'
  }

  private release(row: Unreleased, reportId: number | undefined): void {
    row.state = 'released'
    if (row.amends !== undefined) {
      this.amend(this.report(row.amends), row)
      return
    }
    const { patientId, title, checksum } = row
    const critical = isFlagged(row) ? 'open' : 'never'
    this.publish(reportId, { ...{ patientId, title, checksum, critical }, type: 'two' })
  }

  private withdraw(report: Report): void {
    report.isWithdrawn = true
    if (report.critical === 'open') report.critical = 'withdrawn'
    const row = this.amendmentOf(report.id)
    if (row) row.state = 'discarded'
  }
}
