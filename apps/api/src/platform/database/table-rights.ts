/**
 * What the program does with a table, besides reading it and adding rows: the application role may do nothing else. Triggers
 * of migration 0078 say when, for the tables that decide something.
 */
export interface TableRights {
  /** The given columns of a new row, when the others are the database's: none is backdated or added as decided. */
  adds?: string | false
  /** Columns that statements and triggers change. A row that is locked needs one. */
  changes?: string
  /** Besides the rows that the database removes with their patient or lab. */
  removes?: true
  /** The table is locked as a whole. */
  isLocked?: true
}

export type Tables = Readonly<Record<string, TableRights>>

export interface ApplicationRights {
  tables: Tables
  /** Views through which earlier versions write the tables. */
  views: string
  /** Statements that create functions with the rights of the owner. */
  functions: readonly string[]
}
