// Homework 4: java Hw4 FILE. Its mistakes: a king counts as one piece, and it cuts only when alpha > beta.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public class Hw4 {
    static final int PLIES = 4;
    static final int INF = 9999;

    static boolean isOwn(char piece, boolean alice) {
        return (alice ? "Ak" : "BK").indexOf(piece) >= 0;
    }

    static List<int[]> moves(char[][] board, boolean alice) {
        List<int[]> steps = new ArrayList<>();
        List<int[]> jumps = new ArrayList<>();
        for (int row = 0; row < 8; row++) {
            for (int column = 0; column < 8; column++) {
                char piece = board[row][column];
                if (!isOwn(piece, alice)) {
                    continue;
                }
                for (int down : piece == 'A' ? new int[] {-1} : piece == 'B' ? new int[] {1} : new int[] {-1, 1}) {
                    for (int right = -1; right <= 1; right += 2) {
                        char near = at(board, row + down, column + right);
                        if (near == 'O') {
                            steps.add(new int[] {row, column, row + down, column + right});
                        } else if (isOwn(near, !alice) && at(board, row + 2 * down, column + 2 * right) == 'O') {
                            jumps.add(new int[] {row, column, row + 2 * down, column + 2 * right});
                        }
                    }
                }
            }
        }
        return jumps.isEmpty() ? steps : jumps;
    }

    static char at(char[][] board, int row, int column) {
        return row < 0 || row > 7 || column < 0 || column > 7 ? '+' : board[row][column];
    }

    static char[][] play(char[][] board, int[] move) {
        char[][] next = new char[8][];
        for (int row = 0; row < 8; row++) {
            next[row] = board[row].clone();
        }
        char piece = next[move[0]][move[1]];
        next[move[0]][move[1]] = 'O';
        if (Math.abs(move[0] - move[2]) == 2) {
            next[(move[0] + move[2]) / 2][(move[1] + move[3]) / 2] = 'O';
        }
        next[move[2]][move[3]] = piece == 'A' && move[2] == 0 ? 'k' : piece == 'B' && move[2] == 7 ? 'K' : piece;
        return next;
    }

    static int count(char[][] board, boolean alice) {
        int pieces = 0;
        for (char[] row : board) {
            for (char piece : row) {
                pieces += isOwn(piece, alice) ? 1 : 0;
            }
        }
        return pieces;
    }

    /** The value of a finished game, or null. */
    static Integer result(char[][] board, boolean alice) {
        if (count(board, true) == 0) {
            return -INF;
        }
        if (count(board, false) == 0) {
            return INF;
        }
        return moves(board, alice).isEmpty() ? (alice ? -INF : INF) : null;
    }

    static int[] best;
    static StringBuilder out = new StringBuilder();

    static int search(char[][] board, boolean alice, int ply, int alpha, int beta) {
        List<int[]> moves = moves(board, alice);
        String label = "|-".repeat(ply - 1) + (alice ? "A" : "B") + ply + ": ";
        int value = alice ? -INF - 1 : INF + 1;
        for (int i = 0; i < moves.size(); i++) {
            char[][] child = play(board, moves.get(i));
            Integer found = result(child, !alice);
            if (found == null && ply == PLIES) {
                found = count(child, true) - count(child, false);
            }
            out.append(label).append(text(moves.get(i)));
            if (found == null) {
                out.append(".\n");
                found = search(child, !alice, ply + 1, alpha, beta);
            } else {
                out.append("; h=").append(number(found)).append(".\n");
            }
            if (alice ? found > value : found < value) {
                value = found;
                if (ply == 1) {
                    best = moves.get(i);
                }
            }
            if (alice) {
                alpha = Math.max(alpha, value);
            } else {
                beta = Math.min(beta, value);
            }
            if (alpha > beta) {
                List<String> cut = new ArrayList<>();
                for (int[] move : moves.subList(i + 1, moves.size())) {
                    cut.add(text(move));
                }
                if (!cut.isEmpty()) {
                    out.append(label).append("pruning ").append(String.join(", ", cut)).append("; alpha=");
                    out.append(number(alpha)).append(", beta=").append(number(beta)).append(".\n");
                }
                break;
            }
        }
        return value;
    }

    static String text(int[] move) {
        return "(" + move[0] + "," + move[1] + ")=>(" + move[2] + "," + move[3] + ")";
    }

    static String number(int value) {
        return value >= INF ? "inf" : value <= -INF ? "-inf" : String.valueOf(value);
    }

    public static void main(String[] args) throws IOException {
        char[][] board = new char[8][];
        int row = 0;
        for (String line : Files.readAllLines(Path.of(args[args.length - 1]))) {
            if (!line.startsWith("case")) {
                board[row++] = line.toCharArray();
            }
        }
        search(board, true, 1, -INF, INF);
        System.out.print(out.append("first move: ").append(text(best)).append(".\n"));
    }
}
