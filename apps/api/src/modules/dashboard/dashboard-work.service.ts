import { NEVER_OPENED_DAYS, addDays, todayIn, type DashboardWork } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import type { Caller } from '../../core/caller.ts'
import type { BackupService } from '../backups/backups.service.ts'
import type { ReportGroupService } from '../reports/list/report-groups.service.ts'
import { UNOPENED_COUNT_LIMIT } from '../../core/pagination.ts'

const COUNT_LIMIT = 100_000
const WITHDRAWN_DAYS = 7
const UNOPENED_DAYS = 90

const NOTHING: DashboardWork = { publishedToday: null, morning: null }

export const createDashboardWorkService = ({
  clock,
  timeZone,
  reportGroups,
  backups,
}: Pick<Context, 'clock' | 'timeZone'> & {
  reportGroups: ReportGroupService
  backups: Pick<BackupService, 'newest'>
}) => {
  const ofTechnician = async (caller: Caller): Promise<Partial<DashboardWork>> => ({
    publishedToday: await reportGroups.publishedBy(caller, todayIn(await timeZone(), clock.now())),
  })

  const ofAdmin = async (caller: Caller): Promise<Partial<DashboardWork>> => {
    const today = todayIn(await timeZone(), clock.now())
    const daysAgo = (days: number) => addDays(today, -days)
    const day = (days: number) => ({ fromDate: daysAgo(days), toDate: daysAgo(days) })
    const waiting = { fromDate: daysAgo(UNOPENED_DAYS), toDate: daysAgo(NEVER_OPENED_DAYS) }
    const week = { fromDate: daysAgo(WITHDRAWN_DAYS - 1), toDate: today }
    const [ofYesterday, ofToday, neverOpened, withdrawn, backup] = await Promise.all([
      reportGroups.countPublished(caller, day(1), COUNT_LIMIT),
      reportGroups.countPublished(caller, day(0), COUNT_LIMIT),
      reportGroups.countNeverOpened(caller, waiting, UNOPENED_COUNT_LIMIT + 1),
      reportGroups.countWithdrawn(caller, week, COUNT_LIMIT),
      backups.newest(),
    ])
    return {
      morning: {
        publishedYesterday: { count: ofYesterday, ...day(1) },
        publishedToday: { count: ofToday, ...day(0) },
        neverOpened: {
          count: Math.min(neverOpened, UNOPENED_COUNT_LIMIT),
          isEstimate: neverOpened > UNOPENED_COUNT_LIMIT,
          ...waiting,
        },
        withdrawn: { count: withdrawn, ...week },
        backup,
      },
    }
  }

  const partsOf = async (caller: Caller): Promise<Partial<DashboardWork>> => {
    const role = caller.user.userType.name
    if (role === 'Technician') return ofTechnician(caller)
    return role === 'Admin' ? ofAdmin(caller) : {}
  }

  return {
    get: async (caller: Caller): Promise<DashboardWork> => ({ ...NOTHING, ...(await partsOf(caller)) }),
  }
}
