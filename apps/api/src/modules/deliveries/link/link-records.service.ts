import type { ActivityAction } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import type { ByteRange, FileChunks } from '../../../platform/file-storage/file-storage.ts'
import { recordVisit, type ActivityService } from '../../activity/activity.service.ts'
import type { PageImage, PageImageService } from '../../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../../files/readable-file.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import { openerOf, type LinkVisitor } from './link-access.service.ts'
import {
  findFileOfPatient,
  findReportsOfPatient,
  findViewsOfPatient,
  hasOpenedLately,
  type OwnFile,
  type OwnReport,
  type RecordView,
} from './link-records.repository.ts'
import type { Link } from './links.repository.ts'
import { LINK_PAGES, LINK_PAGE_SIZE } from './link-limits.ts'

/** Patients share one owner in the page rendering queue, so that they never delay the staff. User ids are positive. */
const PATIENTS = -1
/** Range requests within this time belong to the recorded opening. */
const OPENING_MINUTES = 10

const VIEWS: readonly ActivityAction[] = [
  'patient.view',
  'patient.export',
  'report.view',
  'report.preview',
  'report.download',
  'record.print',
]

export interface LinkPage<Row> {
  rows: Row[]
  page: number
  hasNext: boolean
}

const readPage = async <Row>(
  page: number,
  read: (rows: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<LinkPage<Row>> => {
  const rows = await read({ limit: LINK_PAGE_SIZE + 1, offset: (page - 1) * LINK_PAGE_SIZE })
  return {
    rows: rows.slice(0, LINK_PAGE_SIZE),
    page,
    hasNext: rows.length > LINK_PAGE_SIZE && page < LINK_PAGES,
  }
}

/** Guardians and delegates see only those sensitive reports that were sent to them. */
const isPatient = (link: Link) => link.delegateId === null

/** Routes check the state of the visit first. */
export const createLinkRecordService = ({
  database,
  activity,
  files,
  pageImages,
  stampedFiles,
}: Pick<Context, 'database'> & {
  activity: Pick<ActivityService, 'flush'>
  files: Pick<ReportFileService, 'open'>
  pageImages: Pick<PageImageService, 'read'>
  stampedFiles: ShownFiles
}) => ({
  firstPage: async (link: Link): Promise<PageImage> =>
    pageImages.read(await stampedFiles.make(link.fileName, PATIENTS), PATIENTS),

  listReports: (link: Link, page: number): Promise<LinkPage<OwnReport>> =>
    readPage(page, (rows) =>
      findReportsOfPatient(
        database,
        { patientId: link.patientId, ofLink: link.reportId, includesSensitive: isPatient(link) },
        rows,
      ),
    ),

  async listViews(link: Link, page: number): Promise<LinkPage<RecordView>> {
    await activity.flush()
    return readPage(page, (rows) => findViewsOfPatient(database, link.patientId, VIEWS, rows))
  },

  async findFile(link: Link, reportId = link.reportId): Promise<OwnFile> {
    const includesSensitive = isPatient(link) || reportId === link.reportId
    const file = await findFileOfPatient(database, {
      patientId: link.patientId,
      ofLink: link.reportId,
      reportId,
      includesSensitive,
    })
    if (!file) throw notFound('FILE_NOT_FOUND')
    return stampedFiles.replace(file, PATIENTS)
  },

  /** Records a view of another report once for all its range requests. */
  async recordFurtherOpening(visitor: LinkVisitor, link: Link, file: OwnFile): Promise<void> {
    const { reportId, version } = file
    const { address } = visitor
    if (await hasOpenedLately(database, { reportId, address, minutes: OPENING_MINUTES })) return
    await recordVisit(database, visitor, {
      action: 'delivery.open',
      object: { type: 'report', id: reportId },
      labId: file.labId ?? link.labId,
      summary: `${openerOf(link)} opened report #${reportId}, version ${version}, after a code by the link of delivery #${link.deliveryId}`,
    })
  },

  async findSlip(link: Link): Promise<OwnFile | undefined> {
    const slip = await stampedFiles.findSlip(link.fileName)
    return (
      slip && {
        ...slip,
        reportId: link.reportId,
        reportTitle: link.title,
        version: link.version,
        labId: link.labId,
      }
    )
  },

  open: (file: OwnFile, range?: ByteRange): Promise<FileChunks> =>
    files.open({ ...file, isWithdrawn: false, isCurrent: true }, range),
})
export type LinkRecordService = ReturnType<typeof createLinkRecordService>
