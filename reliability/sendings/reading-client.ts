import { setTimeout as sleep } from 'node:timers/promises'
import { readEvent, type Received } from './received.ts'

const POLL_MS = 300

interface ReportResource {
  id: string
  status: string
  subject: { reference: string }
}

const shown = ({ status, subject }: ReportResource) => ({
  status,
  patient: Number(subject.reference.replace('Patient/patient-', '')),
})

/** A connected system that reads, from any of the processes. */
export const createReadingClient = (origins: readonly string[], key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  let turn = 0
  const read = async <Body>(path: string): Promise<Body> => {
    const origin = origins[(turn += 1) % origins.length]
    const answer = await fetch(`${origin}/fhir${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as Body
  }

  return {
    async pollFeed(isOver: () => boolean): Promise<Received[]> {
      const events: Received[] = []
      let after = ''
      const readPage = async (): Promise<number> => {
        const page = await read<{
          events: ({ id: string } & Parameters<typeof readEvent>[1])[]
          next: string
        }>(`/events?limit=100${after && `&after=${after}`}`)
        events.push(...page.events.map(({ id, ...event }) => readEvent(id, event)))
        after = page.next
        return page.events.length
      }
      while (!isOver()) {
        await readPage().catch(() => 0)
        await sleep(POLL_MS)
      }
      while ((await readPage()) > 0);
      return events
    },

    /** All reports, by the pages of a search. */
    async readReports() {
      const reports = new Map<number, ReturnType<typeof shown>>()
      let path: string | undefined = '/R4/DiagnosticReport?_count=100'
      while (path) {
        const page: {
          entry?: { resource: ReportResource }[]
          link: { relation: string; url: string }[]
        } = await read(path)
        for (const { resource } of page.entry ?? [])
          reports.set(Number(resource.id.replace('report-', '')), shown(resource))
        path = page.link.find(({ relation }) => relation === 'next')?.url.replace(/^.*?\/fhir(?=\/R4)/, '')
      }
      return reports
    },

    readReport: async (id: number) => shown(await read(`/R4/DiagnosticReport/report-${id}`)),
  }
}
