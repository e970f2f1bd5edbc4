// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.util.Arrays;

/**
 * A rectangle of a square metal plate, of which one rank computes the temperatures. One edge of the plate is hot, the
 * others are cold, and each cell takes the mean of its four neighbours until nothing changes (Jacobi's method). Around
 * the cells of the rectangle lies a border: the halo, which other ranks compute, or the edge of the plate.
 */
final class Plate {
    private static final double HOT = 100;

    /** A side of a rectangle. */
    enum Side {
        LEFT,
        RIGHT,
        UP,
        DOWN
    }

    private final int top;
    private final int left;
    private final int height;
    private final int width;
    private double[][] now;
    private double[][] next;

    /**
     * Creates the rectangle at a place in a grid that divides the plate.
     *
     * @param cells the cells of the plate along a side
     * @param row its place, and the number of rows
     * @param column its place, and the number of columns
     */
    Plate(int cells, int row, int rows, int column, int columns) {
        if (cells < Math.max(rows, columns)) {
            throw new IllegalArgumentException("a plate of " + cells + " x " + cells + " cells cannot be divided into "
                    + rows + " x " + columns + " rectangles; use more cells or fewer ranks");
        }
        top = row * cells / rows;
        left = column * cells / columns;
        height = (row + 1) * cells / rows - top;
        width = (column + 1) * cells / columns - left;
        now = new double[height + 2][width + 2];
        next = new double[height + 2][width + 2];
        if (top == 0) {
            Arrays.fill(now[0], HOT);
            Arrays.fill(next[0], HOT);
        }
    }

    /** Returns the whole plate after some iterations of one process. */
    static Plate serial(int cells, int iterations) {
        Plate plate = new Plate(cells, 0, 1, 0, 1);
        for (int i = 0; i < iterations; i++) {
            plate.relax();
        }
        return plate;
    }

    /** Computes each cell once, and returns the largest change. */
    double relax() {
        double change = 0;
        for (int i = 1; i <= height; i++) {
            for (int j = 1; j <= width; j++) {
                double mean = (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]) / 4;
                change = Math.max(change, Math.abs(mean - now[i][j]));
                next[i][j] = mean;
            }
        }
        double[][] last = now;
        now = next;
        next = last;
        // The border of the arrays that take turns is the same, until the next halo arrives.
        return change;
    }

    /** Returns the outermost cells of this rectangle on a side: the halo of a neighbour. */
    double[] edge(Side side) {
        return switch (side) {
            case LEFT -> column(1);
            case RIGHT -> column(width);
            case UP -> Arrays.copyOfRange(now[1], 1, width + 1);
            case DOWN -> Arrays.copyOfRange(now[height], 1, width + 1);
        };
    }

    private double[] column(int j) {
        double[] cells = new double[height];
        for (int i = 0; i < height; i++) {
            cells[i] = now[i + 1][j];
        }
        return cells;
    }

    /** Sets the halo on a side. */
    void setHalo(Side side, double[] cells) {
        switch (side) {
            case LEFT -> setColumn(0, cells);
            case RIGHT -> setColumn(width + 1, cells);
            case UP -> System.arraycopy(cells, 0, now[0], 1, width);
            case DOWN -> System.arraycopy(cells, 0, now[height + 1], 1, width);
        }
    }

    private void setColumn(int j, double[] cells) {
        for (int i = 0; i < height; i++) {
            now[i + 1][j] = cells[i];
        }
    }

    /** Returns all cells of this rectangle. */
    double[] cells() {
        double[] cells = new double[height * width];
        for (int i = 0; i < height; i++) {
            System.arraycopy(now[i + 1], 1, cells, i * width, width);
        }
        return cells;
    }

    /** Sets all cells of this rectangle. */
    void setCells(double[] cells) {
        for (int i = 0; i < height; i++) {
            System.arraycopy(cells, i * width, now[i + 1], 1, width);
        }
    }

    /** Returns the largest difference between the cells of this rectangle and the same ones of the whole plate. */
    double difference(Plate whole) {
        double difference = 0;
        for (int i = 1; i <= height; i++) {
            for (int j = 1; j <= width; j++) {
                difference = Math.max(difference, Math.abs(now[i][j] - whole.now[top + i][left + j]));
            }
        }
        return difference;
    }
}
