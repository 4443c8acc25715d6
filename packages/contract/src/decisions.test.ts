import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import type { z } from './zod.ts'

interface Parts {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}
const partsOf = (schema: z.core.$ZodType) => schema._zod.def as Parts

/** Names of all fields, also of the entries of lists. */
const fieldsIn = (schema?: z.core.$ZodType): string[] => {
  if (!schema) return []
  const { shape = {}, element, innerType, in: input, out } = partsOf(schema)
  return [
    ...Object.keys(shape),
    ...[...Object.values(shape), element, innerType, input, out].flatMap((part) => fieldsIn(part)),
  ]
}

/** Lists, with the path of their field and their entries. */
const listsIn = (name: string, schema?: z.core.$ZodType): { name: string; element: z.core.$ZodType }[] => {
  if (!schema) return []
  const { shape = {}, element, innerType, in: input, out } = partsOf(schema)
  return [
    ...(element ? [{ name, element }] : []),
    ...Object.entries(shape).flatMap(([key, field]) => listsIn(`${name}.${key}`, field)),
    ...[innerType, input, out].flatMap((part) => listsIn(name, part)),
  ]
}

const writes = Object.entries(contract)
  .flatMap(([module, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${module}.${name}`, endpoint] as const,
    ),
  )
  .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)

/** Writes about reports that name no version or revision with its file: what they name instead, or why nothing. */
const OTHERS: Record<string, { names?: 'version' | 'revision'; endpoints: string[] }> = {
  'There is no report yet.': {
    endpoints: [
      ...['reports.publish', 'reports.uploadFile', 'reports.deleteFile', 'inbox.upload'],
      'deliveries.handOverVisitLink',
    ],
  },
  'The link leads to the version that is current when it is opened; of a withdrawn or reassigned report, none is made.':
    {
      endpoints: [
        ...['deliveries.send', 'deliveries.handOver', 'deliveries.resend', 'deliveries.resendMany'],
      ],
    },
  'Ends a link, to whatever version it leads.': { endpoints: ['deliveries.revoke'] },
  'About a withdrawn report, which no longer changes.': { endpoints: ['deliveries.confirmSentInError'] },
  'Brings the next file, or is about paper, which shows its version.': {
    names: 'version',
    endpoints: ['reports.amend', 'deliveries.handOverPaper', 'visits.handOverPapers'],
  },
  'A call that happened, about the version that the list showed.': {
    names: 'version',
    endpoints: ['deliveries.recordCall'],
  },
  'Nothing is published, and that the file cannot be read may be the reason.': {
    names: 'revision',
    endpoints: ['release.sendBack', 'release.correct', 'release.takeOver', 'release.discard'],
  },
  'The revision of an item of the inbox is that of its file, too.': {
    names: 'revision',
    endpoints: ['inbox.publish', 'inbox.amend', 'inbox.reject'],
  },
  'Publishes what is still as listed, with the patient whom the file names.': {
    endpoints: ['inbox.publishMatched'],
  },
  'Sends the state of the report as it is then.': { endpoints: ['integrations.resend'] },
  'About the change that a receiver did not accept.': { endpoints: ['integrations.settle'] },
  'Decides nothing about a report.': {
    endpoints: [
      ...['delegates.addDelegate', 'delegates.changeDelegate', 'delegates.endDelegate'],
      ...[
        'deliveries.updatePatientDelivery',
        'inbox.claim',
        'inbox.release',
        'inbox.restore',
        'inbox.review',
      ],
      ...['inbox.setType', 'letterheads.removeSignature', 'letterheads.updateSignature', 'reportTypes.add'],
      ...['reportTypes.remove', 'reportTypes.update'],
    ],
  },
}

const namesFile = ({ body }: Endpoint) => {
  const fields = fieldsIn(body)
  return fields.includes('sha256') && (fields.includes('version') || fields.includes('revision'))
}

describe('a decision about a report', () => {
  const decisions = writes.filter(([, { access }]) => /^(reports|critical):/.test(access))

  it('names the version or revision that was seen, and its file, or is listed with its reason [RULE-114]', () => {
    const others = decisions.filter(([, endpoint]) => !namesFile(endpoint)).map(([name]) => name)
    const listed = Object.values(OTHERS).flatMap((other) => other.endpoints)
    expect(others.toSorted()).toEqual(listed.toSorted())
    for (const { names, endpoints } of Object.values(OTHERS))
      for (const [name, { body, query }] of decisions.filter(([other]) => names && endpoints.includes(other)))
        expect([...fieldsIn(body), ...fieldsIn(query)], name).toContain(names)
  })
})

/** Lists of ids that are a field of one record. */
const FIELDS = [
  ...['patients.register.differentFrom', 'patients.register.visit.reportTypeIds'],
  ...['visits.addVisit.reportTypeIds', 'visits.addVisit.reportIds'],
  ...['visits.updateVisit.reportTypeIds', 'visits.updateVisit.reportIds'],
  ...['release.updateReleaseSettings.reportTypeIds'],
  ...['critical.updateCriticalSettings.halfwayUserIds', 'critical.updateCriticalSettings.overdueUserIds'],
]
/** One transaction: all or none. */
const TOGETHER = ['inbox.setType.ids', 'inbox.review.ids']
const OUTCOMES = ['outcome', 'problem', 'refusal']

const isListOfIds = (element: z.core.$ZodType) =>
  fieldsIn(element).includes('id') || (element as z.ZodMiniType).safeParse(1).success

describe('a request about several records', () => {
  const lists = writes.flatMap(([endpointName, endpoint]) =>
    listsIn(endpointName, endpoint.body)
      .filter(({ element }) => isListOfIds(element))
      .map(({ name }) => ({ name, endpoint })),
  )

  it('returns the outcome of each, unless it is listed [RULE-115]', () => {
    const names = lists.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...FIELDS, ...TOGETHER]))
    const bulk = lists.filter(({ name }) => ![...FIELDS, ...TOGETHER].includes(name))
    expect(bulk.length).toBeGreaterThan(2)
    for (const { name, endpoint } of bulk) {
      const answers = typeof endpoint.response === 'string' ? [] : listsIn('', endpoint.response)
      const fields = answers
        .filter((list) => list.name === '.data')
        .flatMap(({ element }) => fieldsIn(element))
      expect(fields, name).toContain('id')
      expect(
        OUTCOMES.filter((field) => fields.includes(field)),
        name,
      ).not.toEqual([])
      expect(endpoint.repeats, name).toBe(true)
    }
  })
})
