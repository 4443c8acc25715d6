import type { Icon } from '@tabler/icons-react'
import { IconFileText, IconFileUpload, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react'
import type { NavigateOptions } from '@tanstack/react-router'
import { useNavigate } from '@tanstack/react-router'
import type { FoundPatient, FoundReport } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatDate, formatPlainDate } from '../../lib/format.ts'
import { useCan } from '../../lib/session-store.ts'
import type { Found } from '../../lib/queries/record-search.ts'
import { ReportStatusChips } from '../../entities/report/report-status-chips.tsx'
import { typedPatientState } from '../../entities/patient/typed-patient.ts'
import { useColorSchemeSwitch } from '../../ui/theme/color-scheme.ts'
import { Isolated, Ltr } from '../../ui/display/inline.tsx'
import { ZlId } from '../../ui/display/tags.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import type { NavigationItem } from '../navigation.ts'
import { firstItemsFor, navigationFor, secondaryNavigationFor, useLabUses } from '../navigation.ts'
import * as texts from './texts.tsx'

const wordsOf = (text: string): string[] => text.trim().toLowerCase().split(/\s+/)

/** True if each typed word starts a word of the label; an empty text matches every label. */
export const matchesWords = (label: string, typed: string): boolean => {
  const words = wordsOf(label)
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)))
}

export interface SearchOption {
  key: string
  icon: Icon
  title: string
  detail?: ReactNode
  chips?: ReactNode
  isSimilar?: boolean | undefined
  choose: () => void
  publish?: (() => void) | undefined
}

export interface SearchGroup {
  label: string
  options: SearchOption[]
}

interface SearchContext {
  typed: string
  found: Found | undefined
  /** Closes the dialog before the action. */
  after: (action: () => void) => () => void
  onLogout: () => void
}

/** With more patients than this, publish actions are ambiguous. */
const FEW_PATIENTS = 3

const PROFILE_ITEM: NavigationItem = { label: texts.profile, to: '/user/profile', icon: IconUserCircle }

export const useSearchGroups = ({ typed, found, after, onLogout }: SearchContext): SearchGroup[] => {
  const may = useCan()
  const uses = useLabUses()
  const navigate = useNavigate()
  const colorScheme = useColorSchemeSwitch()
  const go = (target: NavigateOptions) => after(() => void navigate(target))
  const isRecent = !found?.text
  const isWanted = ({ title }: SearchOption) => matchesWords(title, typed)

  const patients = (found?.patients ?? []).map((patient): SearchOption => {
    const params = { patientId: String(patient.id) }
    return {
      key: `patient-${patient.id}`,
      icon: IconUser,
      title: patient.fullName,
      detail: <PatientDetail patient={patient} />,
      isSimilar: patient.isSimilar,
      choose: go({ to: '/user/patients/view/$patientId', params }),
      publish: may('reports:publish')
        ? go({ to: '/user/patient/$patientId/report/publish', params })
        : undefined,
    }
  })
  const reports = (found?.reports ?? []).map((report): SearchOption => ({
    key: `report-${report.id}`,
    icon: IconFileText,
    title: report.title,
    detail: <ReportDetail report={report} />,
    chips: <ReportStatusChips report={report} />,
    choose: go({ to: '/user/reports/view/$reportId', params: { reportId: String(report.id) } }),
  }))

  const optionFor = ({ label, to, icon }: NavigationItem): SearchOption => ({
    key: `page-${to}`,
    icon,
    title: label,
    choose: go({ to }),
  })
  const registrationFor = (item: NavigationItem): SearchOption => ({
    ...optionFor(item),
    choose: go({ to: item.to, state: typedPatientState(typed) }),
  })
  const items = [
    ...firstItemsFor(may),
    ...navigationFor(may, uses).flatMap((group) => group.items),
    ...secondaryNavigationFor(may),
    PROFILE_ITEM,
  ]
  const pages = items
    .filter((item) => !item.isAction)
    .map(optionFor)
    .filter(isWanted)

  // Similar names get no publish action.
  const certain = isRecent ? [] : patients.filter(({ isSimilar }) => !isSimilar)
  const publishing = (certain.length > FEW_PATIENTS ? [] : certain).flatMap(
    ({ key, title, detail, publish }): SearchOption[] =>
      publish
        ? [
            {
              key: `publish-${key}`,
              icon: IconFileUpload,
              title: texts.publishFor(title),
              detail,
              choose: publish,
            },
          ]
        : [],
  )
  const actionItems = items.filter((item) => item.isAction)
  // A patient who is not found may need a registration.
  const additions = actionItems.filter(
    ({ label, needs }) => needs === 'patients:add' && !matchesWords(label, typed),
  )
  const hasNoPatients = !isRecent && patients.length === 0
  const actions = [
    ...publishing,
    ...actionItems.map(optionFor).filter(isWanted),
    ...[
      { key: 'scheme', icon: colorScheme.icon, title: colorScheme.label, choose: after(colorScheme.toggle) },
      { key: 'logout', icon: IconLogout, title: texts.logout, choose: after(onLogout) },
    ].filter(isWanted),
    ...(hasNoPatients ? additions.map(registrationFor) : []),
  ]
  return [
    { label: isRecent ? texts.recentPatients : texts.patients, options: patients },
    { label: isRecent ? texts.recentReports : texts.reports, options: reports },
    { label: texts.pages, options: pages },
    { label: texts.actions, options: actions },
  ].filter(({ options }) => options.length > 0)
}

function PatientDetail({ patient }: { patient: FoundPatient }) {
  const { id, emrId, phone, dateOfBirth, formerId } = patient
  return (
    <>
      <ZlId id={id} />
      {formerId !== undefined && <> {texts.formerly(<ZlId id={formerId} />)}</>}
      {' · '}
      {texts.born(formatPlainDate(dateOfBirth))}
      {' · '}
      <PhoneText phone={phone} />
      {emrId && (
        <>
          {' · '}
          {texts.emrId(<Ltr>{emrId}</Ltr>)}
        </>
      )}
    </>
  )
}

function ReportDetail({ report }: { report: FoundReport }) {
  return (
    <>
      <Ltr>#{report.id}</Ltr>
      {' · '}
      {report.reportType.title !== report.title && (
        <>
          <Isolated>{report.reportType.title}</Isolated>
          {' · '}
        </>
      )}
      <Isolated>{report.patient.fullName}</Isolated>
      {' · '}
      {formatDate(report.createdAt)}
    </>
  )
}
