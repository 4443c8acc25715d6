import type { FhirType, SearchedType } from '@zelab/contract'
import type { FhirResource } from 'fhir/r4'
import type { ClientCaller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { LateSha1 } from '../../files/late-sha1.ts'
import type { ShownFiles } from '../../files/readable-file.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { FhirMapping } from '../records/fhir-mapping.ts'
import type { Order } from '../search/result-parameters.ts'
import type { Position } from '../search/search-cursor.ts'
import type { CriteriaOf, Search, SearchRules } from '../search/search-parameters.ts'

export interface FhirContext extends Pick<Context, 'database' | 'publicUrl' | 'timeZone'> {
  activity: ActivityService
  files: Pick<ReportFileService, 'open'>
  sha1Of: LateSha1
  stampedFiles: ShownFiles
  mapping: FhirMapping
}

/** Types that are answered as resources. The routes send a Binary as its file. */
export type ResourceType = Exclude<FhirType, 'Binary'>
export type ResourceOf<T extends ResourceType> = Extract<FhirResource, { resourceType: T }>
export type Resource = ResourceOf<ResourceType>

interface FoundRecord {
  resource: Resource
  position: Position
  /** True if the statement has read every record. */
  isWhole: boolean
}

export interface SearchSource {
  find: (page: { limit: number; after: Position | undefined }) => Promise<FoundRecord[]>
  /** Where the next statement goes on, if its records were too many for one. */
  findEnd: (after: Position | undefined) => Promise<Position | undefined>
  /** Patients whose reports are searched, for the activity log. */
  patientIds: number[]
}

interface DeclaredSearch<Rules extends SearchRules, Criteria> {
  /** For the activity log. */
  what: string
  rules: Rules
  sourceOf(
    context: FhirContext,
    client: ClientCaller,
    criteria: Criteria,
    order: Order | undefined,
  ): Promise<SearchSource>
}
export type FhirSearch = DeclaredSearch<SearchRules, Search['criteria']>

export const defineSearch = <Rules extends SearchRules>(
  search: DeclaredSearch<Rules, CriteriaOf<Rules['parameters']>>,
): FhirSearch => search

/** The declaration of a type, which the contract's `FHIR_RESOURCES` requires. */
export type Declaration<T extends ResourceType> = {
  /** Elements of ours that R4 requires, or that change the meaning of others. */
  always: readonly (keyof ResourceOf<T>)[]
  /** Elements of ours that R4 marks as part of a summary. */
  summary: readonly (keyof ResourceOf<T>)[]
  /** Every read of a patient's data is recorded. @throws if the client may not read it */
  read: (context: FhirContext, client: ClientCaller, id: string) => Promise<ResourceOf<T>>
} & (T extends SearchedType ? { search: FhirSearch } : { search?: never })
