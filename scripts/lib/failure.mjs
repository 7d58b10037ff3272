/** An error that ends a script. It is shown as two sentences, without a stack trace. */
export class Failure extends Error {
  /**
   * @param {string} what what failed
   * @param {string} advice what the reader can do about it
   * @param {string} [details] the end of the output of what failed
   */
  constructor(what, advice, details = '') {
    super(what);
    this.advice = advice;
    this.details = details;
  }
}

/** Something that this machine or user cannot provide, such as a browser where nothing can be installed. */
export class Unavailable extends Failure {}

/** Runs a script's main function; a failure becomes a message and exit code 1. */
export async function main(action) {
  try {
    await action();
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
}

export function report(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.details) console.error(`\n${error.details}`);
  console.error(`\n${error.message}\n${error.advice}`);
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|Could not resolve|Failed to fetch/i;

/** The advice that fits the output of a download that failed. */
export const downloadAdvice = (output) =>
  unreachable.test(output)
    ? 'The network could not be reached. Check the connection and any proxy (npm config get proxy), then run the same command again.'
    : 'The output above says why. Fix that and run the same command again.';
