import { reportFileNameOf, type PatientMatch, type FileWarning } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import {
  findNamedPatients,
  findPatientIdentity,
  findSameFile,
  findUnpublishedFile,
  type SameFile,
} from './patient-match.repository.ts'
import { bareEmrId, compareIdentity, identityWarnings } from './identity-comparison.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { isSameName } from './name-comparison.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { UnreleasedFile } from '../release/unreleased.repository.ts'
import type { ReleaseWorklist } from '../release/worklist.service.ts'

const CANDIDATES_SHOWN = 3

/** Files read last, in memory only, because hints are not stored for long. */
const READ_LIMIT = 200

interface CheckedFile {
  sha256: Buffer
  hints: IdentityHints | null
}

const ofOtherPatients = (count: number) =>
  count === 1
    ? 'The same file is already published for 1 other patient.'
    : `The same file is already published for ${count} other patients.`

const ofThisPatient = (count: number, newestReportId: number) =>
  count === 1
    ? `The same file is already published for this patient, as report #${newestReportId}.`
    : `The same file is already published for this patient, as ${count} reports. The newest is #${newestReportId}.`

const unreleasedOfOthersText = (count: number) =>
  count === 1
    ? 'The same file already awaits release for 1 other patient.'
    : `The same file already awaits release for ${count} other patients.`

const sameFileWarnings = ({
  otherPatients,
  reports,
  newestReportId,
  unreleasedOfOthers,
  unreleasedId,
}: SameFile): FileWarning[] =>
  [
    ...(newestReportId === null ? [] : [ofThisPatient(reports, newestReportId)]),
    ...(unreleasedId === null
      ? []
      : [`The same file already awaits release for this patient, as report A-${unreleasedId}.`]),
    ...(otherPatients === 0 ? [] : [ofOtherPatients(otherPatients)]),
    ...(unreleasedOfOthers === 0 ? [] : [unreleasedOfOthersText(unreleasedOfOthers)]),
  ].map((message) => ({ kind: 'sameFile', message }))

export const createPatientMatchService = ({
  database,
  files,
  releaseWorklist,
}: Pick<Context, 'database'> & {
  files: Pick<ReportFileService, 'readHints' | 'readPublishedHints'>
  releaseWorklist: Pick<ReleaseWorklist, 'findFile'>
}) => {
  const findUpload = async (caller: Caller, fileUrl: string): Promise<CheckedFile> => {
    const name = reportFileNameOf(fileUrl)
    const file = name && (await findUnpublishedFile(database, { name, uploadedBy: caller.user.id }))
    if (!file) throw notFound('FILE_NOT_FOUND')
    return file
  }

  const read = new Map<string, IdentityHints>()
  /** A report is opened several times before its release, and its file never changes. */
  const readOnce = async (caller: Caller, file: UnreleasedFile): Promise<IdentityHints | null> => {
    const known = read.get(file.checksum)
    if (known) return known
    const hints = await files.readHints(caller, file)
    if (hints) read.set(file.checksum, hints)
    for (const oldest of read.keys()) if (read.size > READ_LIMIT) read.delete(oldest)
    return hints
  }

  const readUnreleased = async (
    caller: Caller,
    id: number,
  ): Promise<CheckedFile & { reportId: number | null }> => {
    const file = await releaseWorklist.findFile(caller, id)
    const { checksum, reportId } = file
    return { sha256: Buffer.from(checksum, 'hex'), hints: await readOnce(caller, file), reportId }
  }

  /** Other patients in scope whom the file names by number, or by name and date of birth. */
  const findCandidates = async (
    caller: Caller,
    hints: IdentityHints,
    chosenId: number,
  ): Promise<PatientMatch['candidates']> => {
    const found = await findNamedPatients(labScopeOf(caller), database, {
      ids: hints.patientIds,
      emrIds: hints.emrIds.flatMap((id) => [id.toLowerCase(), bareEmrId(id).toLowerCase()]),
      datesOfBirth: hints.birthDates.flatMap(({ dates }) => dates),
      exceptId: chosenId,
    })
    return found
      .filter(
        ({ fullName, isByNumber }) => isByNumber || hints.names.some((name) => isSameName(name, fullName)),
      )
      .slice(0, CANDIDATES_SHOWN)
      .map(({ id, fullName, dateOfBirth, gender }) => ({ id, fullName, dateOfBirth, gender }))
  }

  return {
    /**
     * The file is the caller's upload, or that of a published report to be reassigned or of one that awaits release,
     * which is read again.
     */
    async check(
      caller: Caller,
      {
        patientId,
        fileUrl,
        reportId,
        unreleasedId,
      }: {
        patientId: number
        fileUrl?: string | undefined
        reportId?: number | undefined
        unreleasedId?: number | undefined
      },
    ): Promise<PatientMatch> {
      const scope = labScopeOf(caller)
      const unreleased = unreleasedId === undefined ? undefined : await readUnreleased(caller, unreleasedId)
      const file =
        unreleased ??
        (reportId === undefined
          ? await findUpload(caller, fileUrl ?? '')
          : await files.readPublishedHints(caller, reportId))
      const patient = await findPatientIdentity(scope, database, patientId)
      if (!patient) throw notFound('PATIENT_NOT_FOUND')
      if (patient.isMerged) throw conflict('PATIENT_MERGED')
      const comparison = file.hints ? compareIdentity(file.hints, patient) : []
      const warnings = identityWarnings(comparison)
      const sameFile = await findSameFile(scope, database, {
        sha256: file.sha256,
        patientId,
        exceptReportId: reportId ?? unreleased?.reportId ?? undefined,
        exceptUnreleasedId: unreleasedId,
      })
      return {
        warnings: [...warnings, ...sameFileWarnings(sameFile)],
        comparison,
        candidates:
          file.hints && warnings.length > 0 ? await findCandidates(caller, file.hints, patientId) : [],
      }
    },
  }
}
export type PatientMatchService = ReturnType<typeof createPatientMatchService>
