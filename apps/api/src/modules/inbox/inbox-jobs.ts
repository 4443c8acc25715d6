/** The job that reads the barcodes of an item's first page. */
export const READ_CODES = 'read-inbox-codes'
/** The job that publishes a green item whose source allows it. */
export const PUBLISH_AUTOMATICALLY = 'publish-inbox-item'
