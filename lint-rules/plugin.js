import { explainedCasts } from './explained-casts.js'
import { explainedExceptions } from './explained-exceptions.js'
import {
  noBarrels,
  noOwnLimits,
  noPhysicalSides,
  noSqlOutsideRepositories,
  noSwitchedTests,
  noTextsOutsideCatalogs,
} from './refused-syntax.js'

/** The rules that only this repository has; `.oxlintrc.json` says where they apply. */
export default {
  meta: { name: 'local' },
  rules: {
    'explained-casts': explainedCasts,
    'explained-exceptions': explainedExceptions,
    'no-barrels': noBarrels,
    'no-own-limits': noOwnLimits,
    'no-physical-sides': noPhysicalSides,
    'no-sql-outside-repositories': noSqlOutsideRepositories,
    'no-switched-tests': noSwitchedTests,
    'no-texts-outside-catalogs': noTextsOutsideCatalogs,
  },
}
