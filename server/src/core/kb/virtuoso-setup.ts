/** The texts that set up a Virtuoso for a dump: its configuration, the SQL that loads facts, and a compose file. */

/** Builds the full-text index that entity linking uses, in this order. The rule must exist before facts are loaded, or the second command indexes all of them. */
export const INDEX_COMMANDS = [
  "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All');",
  'DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();',
] as const;

/** The official container image. */
export const VIRTUOSO_IMAGE = 'openlink/virtuoso-opensource-7:7.2';

/** The oldest version whose answers were tested. */
export const OLDEST_VIRTUOSO: readonly [major: number, minor: number] = [7, 2];

export interface VirtuosoOptions {
  readonly sqlPort: number;
  readonly httpPort: number;
  /** Pages of 8 KB that are cached in memory. */
  readonly buffers: number;
  /** Pages by which the database file grows. */
  readonly fileExtend: number;
  /** Rows of an answer. */
  readonly maxRows: number;
  /** The time limit of a query in seconds. */
  readonly maxSeconds: number;
  /** Folders that files may be loaded from. */
  readonly folders: readonly string[];
}

const BUFFERS_PER_GB = 85_000;

/** OpenLink recommends 85,000 buffers for each GB; the rest is for queries. */
export function buffersFor(gigabytes: number): number {
  return Math.max(2000, Math.round(gigabytes * BUFFERS_PER_GB));
}

/** The text of virtuoso.ini. All paths are relative to the working directory, and only this machine can connect. */
export function virtuosoConfiguration(options: VirtuosoOptions): string {
  const { sqlPort, httpPort, buffers, fileExtend, maxRows, maxSeconds, folders } = options;
  return `[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = ${fileExtend}
MaxCheckpointRemap = ${buffers}
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
MaxCheckpointRemap = ${buffers}
[Parameters]
ServerPort = 127.0.0.1:${sqlPort}
DisableUnixSocket = 1
ServerThreads = 10
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${Math.floor(buffers * 0.75)}
DirsAllowed = ${folders.join(', ')}
CheckpointInterval = 0
SchedulerInterval = 0
ThreadsPerQuery = 2
[HTTPServer]
ServerPort = 127.0.0.1:${httpPort}
ServerThreads = 10
MaxKeepAlives = 10
KeepAliveTimeout = 10
[SPARQL]
ResultSetMaxRows = ${maxRows}
MaxQueryExecutionTime = ${maxSeconds}
`;
}

export interface LoadOptions {
  /** Pairs of a folder and a LIKE pattern of file names in it. */
  readonly files: readonly (readonly [folder: string, pattern: string])[];
  readonly graph: string;
  /** Whether to build the full-text index. */
  readonly textIndex: boolean;
}

/** The SQL statements that load files into an empty database, one for each line. */
export function loadStatements({ files, graph, textIndex }: LoadOptions): readonly string[] {
  const [addRule, updateIndex] = INDEX_COMMANDS;
  return [
    ...(textIndex ? [addRule] : []),
    ...files.map(
      ([folder, pattern]) => `ld_dir(${sqlText(folder)}, ${sqlText(pattern)}, ${sqlText(graph)});`,
    ),
    'rdf_loader_run();',
    ...(textIndex ? [updateIndex] : []),
    'checkpoint;',
  ];
}

/** A string of SQL. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export interface ComposeOptions {
  /** Absolute paths of the dump, and their names in the container. */
  readonly files: readonly (readonly [path: string, name: string])[];
  readonly port: number;
  readonly gigabytes: number;
  readonly maxRows: number;
  readonly maxSeconds: number;
}

/** The folder of the dump in the container. */
export const CONTAINER_DUMP = '/dump';

/** Holds the variables with the passwords of the container. */
export const PASSWORD_FILE = 'passwords.env';

/** The text of compose.yaml. The image runs load.sql when it creates the database. JSON strings are YAML strings. */
export function composeFile({ files, port, gigabytes, maxRows, maxSeconds }: ComposeOptions): string {
  const buffers = buffersFor(gigabytes);
  const volumes = [
    ['./database', '/database'],
    ['./initdb.d', '/opt/virtuoso-opensource/initdb.d'],
    ...files.map(([path, name]) => [path, `${CONTAINER_DUMP}/${name}`]),
  ];
  // A dollar sign begins a variable in a compose file.
  const quote = (text: string): string => JSON.stringify(text).replaceAll('$', '$$$$');
  return `# Virtuoso with the facts of a dump, reachable from this machine only.
#   docker compose up -d     starts it; the first start loads the dump
#   docker compose logs -f   shows its progress
#   docker compose down      stops it; the database stays in ./database
services:
  virtuoso:
    image: ${VIRTUOSO_IMAGE}
    env_file: ./${PASSWORD_FILE}
    environment:
      VIRT_PARAMETERS_NUMBEROFBUFFERS: "${buffers}"
      VIRT_PARAMETERS_MAXDIRTYBUFFERS: "${Math.floor(buffers * 0.75)}"
      VIRT_PARAMETERS_DIRSALLOWED: "., ../vad, /usr/share/proj, ${CONTAINER_DUMP}"
      VIRT_SPARQL_RESULTSETMAXROWS: "${maxRows}"
      VIRT_SPARQL_MAXQUERYEXECUTIONTIME: "${maxSeconds}"
    ports:
      - "127.0.0.1:${port}:8890"
    volumes:
${volumes
  .map(
    ([source = '', target = ''], index) =>
      `      - type: bind\n        source: ${quote(source)}\n        target: ${quote(target)}${index > 1 ? '\n        read_only: true' : ''}`,
  )
  .join('\n')}
`;
}
