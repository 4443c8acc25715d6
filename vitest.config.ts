import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// For every project: two more than cores, because tests often wait.
process.env.VITEST_MAX_WORKERS ??= String(availableParallelism() + 2)

/**
 * The other projects run before `api`, because a worker imports its modules again when it changes to another project. The
 * long tests of a release start first, so that none runs alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'api') return 0
      return moduleId.endsWith('.release.test.ts') ? 1 : 2
    }
    const usual = await super.sort(files)
    return usual.sort((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'apps/api/vitest.unit.config.ts'],
    sequence: { sequencer: LongestFirst },
  },
})
