import { createUnreleasedService } from '../release/unreleased.service.ts'
import { createAmendmentService } from '../versions/amendment.service.ts'
import { createPublishingService } from './publishing.service.ts'
import { createReassignmentService } from './reassignment.service.ts'

type DepsOf<Create extends (deps: never) => unknown> = Omit<Parameters<Create>[0], 'unreleased'>
type Deps = DepsOf<typeof createPublishingService> &
  DepsOf<typeof createAmendmentService> &
  DepsOf<typeof createReassignmentService> &
  Parameters<typeof createUnreleasedService>[0]

export const createPublishingServices = (given: Deps) => {
  const unreleased = createUnreleasedService(given)
  const deps = { ...given, unreleased }
  return {
    unreleased,
    publishing: createPublishingService(deps),
    amendments: createAmendmentService(deps),
    reassignments: createReassignmentService(deps),
  }
}
